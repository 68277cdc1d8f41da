/** What the registry said of a domain, good until it expires. */
export type Registration = {
  readonly domain: string
  readonly status: 'known' | 'unknown'
  readonly registered_at: string | null
  readonly reason: string | null
  readonly fetched_at: number
  readonly expires_at: number
}

export type RegistrationStore = {
  /** What is still good at a moment. */
  registration(domain: string, at: number): Promise<Registration | undefined>
  /** The newest fetched stays. */
  saveRegistration(registration: Registration): Promise<void>
}

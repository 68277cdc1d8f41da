export type Registration = {
  readonly domain: string
  readonly status: 'known' | 'unknown'
  readonly registered_at: string | null
  readonly reason: string | null
  readonly fetched_at: number
  readonly expires_at: number
}

export type RegistrationStore = {
  registration(domain: string, at: number): Promise<Registration | undefined>
  saveRegistration(registration: Registration): Promise<void>
}

/**
 * The URL with `***` for a user name and a password: that they were there is
 * judged, what they were is a secret and stands in no report. Text that is no
 * URL is given back as it is.
 */
export function maskCredentials(url: string): string {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  if (parsed.username === '' && parsed.password === '') return url
  parsed.username = '***'
  parsed.password = ''
  return parsed.href
}

/** Made-up names for a feed, all different, always the same ones. */
export function deniedNames(count: number): string[] {
  const words = 'wallet claim bonus mint verify login secure drop'.split(' ')
  const endings = 'com xyz app net top io'.split(' ')
  return Array.from({ length: count }, (_, i) => {
    const word = words[i % words.length]
    return `${word}-${(i * 2_654_435_761) % 4_294_967_296}.${endings[i % endings.length]}`
  })
}

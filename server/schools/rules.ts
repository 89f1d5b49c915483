/** 'Université de Montréal' → 'universite-de-montreal'; a name without Latin letters still gets one. */
export const slugOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()
  const words = plain.match(/[a-z0-9]+/g)
  return words ? words.join('-').slice(0, 80).replace(/-$/, '') : `school-${[...name].length}`
}

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0)
    return true
  } catch {
    return false
  }
}

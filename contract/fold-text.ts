/** A spelling without case, accents and blanks around it: 'Médecine ' and 'medecine' are one value, as filters compare. */
export const foldText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

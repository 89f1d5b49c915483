/**
 * Returns text without case, accents and outer whitespace, as filters compare it: 'Médecine ' equals
 * 'medecine'.
 */
export const foldText = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

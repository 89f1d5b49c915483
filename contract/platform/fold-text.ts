/**
 * Latin letters that don’t decompose, and marks of names, as text is compared without them. The database folds the same
 * (`shipmate_fold`).
 */
export const foldedLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ı: 'i',
  ə: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  '‘': "'",
  '’': "'",
  ʻ: "'",
  ʼ: "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
}

/** Returns text without apostrophes, in whatever way they’re typed: names have them or not. */
export const withoutApostrophes = (text: string): string => text.replaceAll(/['‘’ʻʼ`´]/g, '')

const pattern = new RegExp(`[${Object.keys(foldedLetters).join('')}]`, 'gu')

/**
 * Returns text without case, accents and outer whitespace, as filters compare it: 'Médecine ' equals
 * 'medecine'.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(pattern, (letter) => foldedLetters[letter] ?? '')
    .trim()

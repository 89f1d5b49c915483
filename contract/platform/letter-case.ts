/** Capitalizes the first letter: 'dental and vision' → 'Dental and vision'. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Returns a label within a sentence: 'University email' → 'university email'. Words in capitals stay: 'SSN'. */
export const withinSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

/** Words that English emails are full of, and that no Spanish text has. */
const words =
  'the your you we was is and or by for if this that it to of until waiver waived coverage medical vision form insurance ' +
  'student enrolled status hello questions call email phone days minutes deadline office card send appeal'

const pattern = new RegExp(String.raw`(?<!\p{L})(?:${words.replaceAll(' ', '|')})(?!\p{L})`, 'giu')

/** Returns the English words in a text, without those in its addresses. */
export const englishWordsIn = (text: string): string[] =>
  text.replaceAll(/https?:\/\/\S+|\S+@\S+/g, ' ').match(pattern) ?? []

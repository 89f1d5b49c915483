/** The encodings with one byte per character that rosters come in, most frequent first. */
const singleByteEncodings = ['windows-1252', 'windows-1250', 'macintosh'] as const
type SingleByteEncoding = (typeof singleByteEncodings)[number]

/** The most different words to collect. */
const maxWords = 5000

/** Words with a byte outside ASCII, one character per byte, with how often they occur. */
interface Words {
  add(piece: Uint8Array): void
  readonly counts: ReadonlyMap<string, number>
}

/** Collects the words of a file whose encoding isn’t known. */
export const wordsOf = (): Words => {
  const counts = new Map<string, number>()
  return {
    counts,
    add: (piece) => {
      if (counts.size >= maxWords) return
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
      for (const [word] of text.matchAll(/[A-Za-z]*[\u0080-\u00FF][A-Za-z\u0080-\u00FF]*/g)) {
        counts.set(word, (counts.get(word) ?? 0) + 1)
        if (counts.size >= maxWords) return
      }
    },
  }
}

/** Returns the encoding in which words look most like names; Windows-1252 if they say nothing. */
export const singleByteEncodingOf = ({ counts }: Words): SingleByteEncoding => {
  const scores = singleByteEncodings.map((encoding) => {
    const decoder = new TextDecoder(encoding)
    let score = 0
    for (const [word, count] of counts)
      // a word that occurs often says little more than one that occurs once
      score += oddness(decoder.decode(Buffer.from(word, 'latin1'))) * (1 + Math.log(count))
    return score
  })
  return singleByteEncodings[scores.indexOf(Math.min(...scores))] ?? 'windows-1252'
}

/** Returns how unlikely a word is in a name: 0 if every letter is where it’s usual. */
const oddness = (word: string): number => {
  const letters = [...word]
  return letters.reduce(
    (sum, letter, index) =>
      letter > '\u007F' ? sum + oddnessAt(letter, letters[index - 1], letters[index + 1], word) : sum,
    0,
  )
}

const isLetter = (text: string | undefined): text is string => text !== undefined && /\p{L}/u.test(text)
const isUpper = (text: string): boolean => /\p{Lu}/u.test(text)
const isVowel = (text: string): boolean => /[aeiouyœæøı]/.test(plainLetter(text))
const plainLetter = (text: string): string => text.normalize('NFD').charAt(0).toLowerCase()

const oddnessAt = (
  letter: string,
  before: string | undefined,
  after: string | undefined,
  word: string,
): number => {
  if (!isLetter(letter)) return oddnessOfSign(letter, before, after)
  let odd = rareLetters.get(letter.toLowerCase()) ?? 0
  // JosŽ, OÕNeill: a capital within a word that has small letters
  if (isUpper(letter) && isLetter(before) && /\p{Ll}/u.test(word)) odd += 4
  // OíNeill: a small letter before a capital
  if (!isUpper(letter) && isLetter(after) && isUpper(after)) odd += 4
  return odd + oddnessOfNeighbors(letter, before, after)
}

/** A sign within a word is odd, except an apostrophe or a dash. */
const oddnessOfSign = (sign: string, before: string | undefined, after: string | undefined): number => {
  if (/[’‘–\u00AD]/.test(sign)) return isLetter(before) ? 0.2 : 1
  if (/[\u0080-\u009F]/.test(sign)) return 6
  return isLetter(before) || isLetter(after) ? 5 : 0.5
}

/**
 * Letters that share a byte with another encoding’s are told apart by their neighbors: ñ is followed by a vowel and
 * ń isn’t, Portuguese has õ only before e, a vowel (è, ø) stands between consonants, and č or ř beside a vowel.
 */
const oddnessOfNeighbors = (
  letter: string,
  before: string | undefined,
  after: string | undefined,
): number => {
  const small = letter.toLowerCase()
  const isBeforeVowel = isLetter(after) && isVowel(after)
  const vowelsBeside = [before, after].filter((one) => isLetter(one) && isVowel(one)).length
  const own = ownRules[small]
  if (own) return own(isBeforeVowel, after)
  if (consonantsLikeVowels.has(small)) return vowelsBeside === 0 ? 2 : 0.6
  return vowelsLikeConsonants.has(small) ? 0.3 + vowelsBeside * 1.5 : 0
}

/** Letters with rules of their own. */
const ownRules: Readonly<Record<string, (isBeforeVowel: boolean, after?: string) => number>> = {
  ñ: (isBeforeVowel) => (isBeforeVowel ? 0 : 3),
  ń: (isBeforeVowel) => (isBeforeVowel ? 2 : 0),
  ň: (isBeforeVowel) => (isBeforeVowel ? 2 : 0),
  õ: (_isBeforeVowel, after) => (after === 'e' ? 0 : 0.5),
}

/** Letters of Windows-1250 whose byte is a vowel in Windows-1252, and these vowels. */
const consonantsLikeVowels: ReadonlySet<string> = new Set(['č', 'ř', 'ć', 'ď', 'ŕ', 'ĺ', 'ł', 'ś', 'ż'])
const vowelsLikeConsonants: ReadonlySet<string> = new Set(['è', 'ø', 'æ', 'ï', 'à', 'å', 'ò'])

/** How unusual a letter is in names, by letter. */
const rareLetters: ReadonlyMap<string, number> = new Map([
  ...[...'ìùûþðÿœ'].map((letter) => [letter, 1.2] as const),
  ...[...'õêòïžšý'].map((letter) => [letter, 0.5] as const),
  ...[...'ěůęąőűăţďĺŕđšžťň'].map((letter) => [letter, 0.8] as const),
  ...[...'ªº'].map((letter) => [letter, 4] as const),
  ...[...'ﬁﬂıƒ'].map((letter) => [letter, 3] as const),
])

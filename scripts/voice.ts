import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { userTextsIn, type UserText } from './user-texts.ts'

/** A word or construction that Shipmate doesn’t use in visible texts, and what to write instead. */
interface Rule {
  readonly banned: RegExp
  readonly instead: string
}

/** STYLE.md, 'Voice', and the column 'We don’t write' of docs/glossary.md. */
const rules: readonly Rule[] = [
  {
    banned: /\b(somebody|everybody|anybody|nobody|whoever|whomever)\b/i,
    instead: 'someone, everyone, anyone, no one, anyone who',
  },
  {
    banned:
      /\b(can|do|does|is|are|was|were|will|would|has|have|had|could|should|did) ?not\b(?! (only|yet asked))/i,
    instead: 'the contraction: can’t, doesn’t, isn’t',
  },
  { banned: /\p{L}'\p{L}|(^|\s)"\S|\S"(\s|$)/u, instead: 'typographic quotes and apostrophes: “ ” ’' },
  { banned: /\p{L} …/u, instead: 'no blank before …' },
  {
    banned: /\b(take|taken|takes|took|taking) (it |this |them |this change )?back\b/i,
    instead: 'undo, undone',
  },
  { banned: /\b(bring|brings|brought|put|puts) (it |this |them )?back\b/i, instead: 'restore' },
  {
    banned: /\b(anew|at hand|lately|thereof|meanwhile|henceforth|all the same|once more)\b/i,
    instead: 'again, ready, recently',
  },
  {
    banned: /\b(by (itself|themselves|hand)|of (its|their) own|on its own)\b/i,
    instead: 'automatically, manually',
  },
  { banned: /\b(mend|mended|put right)\b/i, instead: 'fix' },
  { banned: /\b(twins?|alike|namesake)\b/i, instead: 'duplicate, similar' },
  {
    banned: /\b(stands?|stood|lies|waits?) (here|there|in|on|for)\b/i,
    instead: 'appears, is saved, is pending',
  },
  { banned: /\b(goes|going|go) (along|with it|on still)\b/i, instead: 'say what happens' },
  { banned: /\b(carry|carried|take|taken|come|comes) (along|in as)\b/i, instead: 'copy, import' },
  { banned: /\bas (it|they) stands?\b/i, instead: 'as it is' },
  { banned: /\b(set-up|set-ups)\b/i, instead: 'setup (noun), set up (verb)' },
  { banned: /\binsurers?\b/i, instead: 'insurance company' },
  { banned: /\b(policy ?holder|member number)\b/i, instead: 'subscriber, member ID' },
  {
    banned: /\b(highest|largest) (deductible|out-of-pocket)|\bleast benefit\b/i,
    instead: 'maximum deductible, minimum benefit',
  },
  { banned: /\b(days of grace|ageing|years old)\b/i, instead: 'grace period, aging, age' },
  {
    banned: /\b(the year (before|that went before)|former year)\b/i,
    instead: 'last year, the previous policy year',
  },
  { banned: /\bsecond factor\b/i, instead: 'two-factor authentication' },
  {
    banned: /\b(electronic check|typed names?|cover that counts)\b/i,
    instead: 'eligibility check, unmatched names, comparable coverage',
  },
  {
    banned: /\b(is|are|was) (not )?(here|there) any ?more\b|\bnot there\b/i,
    instead: 'not found, was removed',
  },
  { banned: /\binvalid\b/i, instead: 'how to fix it' },
  { banned: /\b(etc|e\.g|i\.e)\b/i, instead: 'and so on, for example, that is' },
  { banned: /^(What|Whom|Whose) [^?]*$/, instead: 'a noun as heading or label' },
]

/** Texts that are allowed, with the reason. */
interface Exception {
  readonly text: RegExp
  readonly file: RegExp
  readonly because: string
}

export const exceptions: readonly Exception[] = [
  {
    text: /^(The given data was invalid\.|The (selected )?:attribute .*|The provided two factor .*|The provided password .*|Two factor authentication has not been enabled\.|This password reset token is invalid\.|These credentials do not match our records\.|The method is not supported for this route\.)/,
    file: /^(contract|server)\//,
    because: 'the HTTP contract fixes this message; the client shows its own',
  },
  {
    text: /^(Date is not|Is not empty)$/,
    file: /^contract\/platform\/table-filters\.ts$/,
    because: 'the specification fixes the labels of the match modes',
  },
  {
    text: /^Every call of Shipmate, generated from/,
    file: /^server\/platform\/http\/open-api\/texts\.ts$/,
    because: 'it quotes JSON',
  },
]

export const isExcepted = ({ file, text }: UserText): boolean =>
  exceptions.some((one) => one.file.test(file) && one.text.test(text))

/** Returns the rules a text breaks, a sentence for each. */
export const checkText = (text: string): string[] =>
  rules.flatMap(({ banned, instead }) => {
    const match = banned.exec(text)
    return match ? [`says “${match[0].trim()}”; write: ${instead}`] : []
  })

const isRead = (file: string): boolean =>
  /^(client|contract|server|seeds)\//.test(file) &&
  !/\.(test|specimen)\.tsx?$|^server\/testing\/|\/factory\.ts$|\.gen\.ts$|^server\/platform\/db\/schema\.ts$/.test(
    file,
  )

/** Lists every text that people can see in the given files (paths from `root`). */
export const readUserTexts = (root: string, files: readonly string[]): UserText[] =>
  files.filter(isRead).flatMap((file) => userTextsIn(file, readFileSync(join(root, file), 'utf8')))

/** Lists the texts that break a rule, with their location and what to write instead. */
export const checkVoice = (root: string, files: readonly string[]): string[] =>
  readUserTexts(root, files)
    .filter((text) => !isExcepted(text))
    .flatMap(({ file, line, text }) => checkText(text).map((why) => `${file}:${line} ${why}\n    ${text}`))

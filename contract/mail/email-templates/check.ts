import { isWebAddress } from '#contract/platform/rich-text.ts'
import { mergeFieldsOf, type TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import { currentMergeName } from '#contract/setup/schools/merge-fields.ts'
import { tokensIn, unreadableTokensIn, writeToken, type MergeToken } from './merge.ts'
import type { EmailText, TemplateContent, TranslationLanguage } from './shapes.ts'

/** Something to fix in the text of an email. */
interface TextIssue {
  readonly code:
    'unknown_field' | 'older_field' | 'no_fallback' | 'bad_link' | 'no_image_description' | 'many_fields'
  readonly part: keyof EmailText
  /** An email with an error can’t be saved or sent. */
  readonly level: 'error' | 'warning'
  readonly message: string
  /** The piece of the text, as written. */
  readonly piece: string
  /** What to write instead, if it’s clear. */
  readonly fix?: string
}

type PartIssue = Omit<TextIssue, 'part'>

/** Returns the field names of a kind of email by name. */
const knownFields = (kind: TemplateKindName | null) =>
  new Map(mergeFieldsOf(kind).map((field) => [field.name, field]))

const fieldIssue = (known: ReturnType<typeof knownFields>, token: MergeToken): PartIssue | null => {
  const piece = writeToken(token)
  const name = currentMergeName(token.name)
  const field = known.get(name)
  if (!field)
    return {
      code: 'unknown_field',
      level: 'error',
      piece,
      message: `This email can’t contain the merge field “${token.name}”. Choose one from the list.`,
    }
  if (name !== token.name)
    return {
      code: 'older_field',
      level: 'warning',
      piece,
      fix: writeToken({ ...token, name }),
      message: `“${token.name}” is now called “${name}”.`,
    }
  if (field.canBeEmpty && token.fallback === null)
    return {
      code: 'no_fallback',
      level: 'warning',
      piece,
      message: `“${field.label}” can be empty. Add a text to use instead.`,
    }
  return null
}

const unreadable = (piece: string): PartIssue => ({
  code: 'unknown_field',
  level: 'error',
  piece,
  message: `“${piece}” isn’t a merge field. Choose one from the list.`,
})

const unescaped = (attribute: string): string =>
  attribute.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** Returns the addresses of the links in a text, as they’re typed. */
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(([, href = '']) => unescaped(href))

const markupIssues = (html: string): PartIssue[] => [
  ...linksOf(html).flatMap((address): PartIssue[] =>
    isWebAddress(address)
      ? []
      : [
          {
            code: 'bad_link',
            level: 'warning',
            piece: address,
            message: 'This link doesn’t lead anywhere. Start the address with https://.',
          },
        ],
  ),
  ...[...html.matchAll(/<img\s[^>]*>/g)]
    .filter(([image]) => !/\salt="[^"]+"/.test(image))
    .map(([image]): PartIssue => ({
      code: 'no_image_description',
      level: 'warning',
      piece: image,
      message: 'Describe this image for students who can’t see it.',
    })),
]

/** The most merge fields of a text: each is written again for every student. */
const mostMergeFields = 200

const manyFields = (count: number): PartIssue => ({
  code: 'many_fields',
  level: 'error',
  piece: '',
  message: `This text has ${count.toLocaleString('en-US')} merge fields. Use at most ${mostMergeFields}.`,
})

const partIssues = (known: ReturnType<typeof knownFields>, source: string): PartIssue[] => {
  const found = tokensIn(source)
  if (found.length > mostMergeFields) return [manyFields(found.length)]
  return [
    ...found.flatMap((token) => fieldIssue(known, token) ?? []),
    ...unreadableTokensIn(source).slice(0, mostMergeFields).map(unreadable),
  ]
}

const distinct = (issues: readonly TextIssue[]): TextIssue[] =>
  issues.filter(
    ({ code, part, piece }, index) =>
      issues.findIndex((one) => one.code === code && one.part === part && one.piece === piece) === index,
  )

/** Returns what to fix in the text of an email; each problem once per part. */
export const checkEmailText = (kind: TemplateKindName | null, content: EmailText): TextIssue[] => {
  const known = knownFields(kind)
  const parts = ['subject', 'html', 'text'] as const
  return distinct([
    ...parts.flatMap((part) =>
      partIssues(known, content[part] ?? '').map((issue): TextIssue => ({ ...issue, part })),
    ),
    ...markupIssues(content.html).map((issue): TextIssue => ({ ...issue, part: 'html' })),
  ])
}

/** A problem of a template, and the language of the text it’s in. */
export interface TemplateIssue extends TextIssue {
  readonly language: 'en' | TranslationLanguage
}

/** Returns the texts of a template by language. */
export const textsOf = ({
  translations,
  ...english
}: TemplateContent): (readonly ['en' | TranslationLanguage, EmailText])[] => [
  ['en', english],
  ...Object.entries(translations).flatMap(([language, content]) =>
    // Object.entries drops the type of the keys, and absent translations are undefined
    content === undefined ? [] : [[language as TranslationLanguage, content] as const],
  ),
]

/** Returns what to fix in a template, in all languages. */
export const checkTemplate = (kind: TemplateKindName, content: TemplateContent): TemplateIssue[] =>
  textsOf(content).flatMap(([language, one]) =>
    checkEmailText(kind, one).map((issue) => ({ ...issue, language })),
  )

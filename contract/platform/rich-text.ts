/**
 * The elements rich text can contain. The editor builds its toolbar and extensions from this list, the server cleans by
 * it (`server/platform/lib/sanitize.ts`), and screens clean saved text again before they show it.
 */

/** The toolbar in order and groups, with what each control adds to the text. */
export const richTextToolbar = [
  [
    { control: 'heading_2', label: 'Heading', tags: ['h2'] },
    { control: 'heading_3', label: 'Subheading', tags: ['h3'] },
  ],
  [
    { control: 'bold', label: 'Bold', tags: ['strong'] },
    { control: 'italic', label: 'Italic', tags: ['em'] },
    { control: 'underline', label: 'Underline', tags: ['u'] },
    { control: 'strike', label: 'Strikethrough', tags: ['s'] },
  ],
  [
    { control: 'ordered_list', label: 'Numbered list', tags: ['ol', 'li'] },
    { control: 'bullet_list', label: 'Bulleted list', tags: ['ul', 'li'] },
    { control: 'blockquote', label: 'Quote', tags: ['blockquote'] },
  ],
  [
    { control: 'align_left', label: 'Align left', tags: [] },
    { control: 'align_center', label: 'Align center', tags: [], classes: ['align-center'] },
    { control: 'align_right', label: 'Align right', tags: [], classes: ['align-right'] },
  ],
  [
    { control: 'link', label: 'Link', tags: ['a'], attributes: ['href'] },
    { control: 'clean', label: 'Clear formatting', tags: [] },
  ],
] as const satisfies readonly (readonly ToolbarControl[])[]

interface ToolbarControl {
  readonly control: string
  readonly label: string
  readonly tags: readonly string[]
  readonly classes?: readonly string[]
  readonly attributes?: readonly string[]
}
type Control = (typeof richTextToolbar)[number][number]
export type RichTextControl = Control['control']

const controls: readonly ToolbarControl[] = richTextToolbar.flat()
const unique = (values: readonly string[]): readonly string[] => [...new Set(values)]

/** Every tag that saved rich text can contain: paragraphs, line breaks and what the toolbar creates. */
export const richTextTags = unique(['p', 'br', ...controls.flatMap(({ tags }) => tags)])

/** Classes of paragraphs and headings. No other classes and no styles are allowed. */
export const richTextClasses = unique(controls.flatMap(({ classes = [] }) => classes))

/** The tags that can have one of the classes. */
export const alignableTags = ['p', 'h2', 'h3'] as const

/** Attributes by tag; all others are removed. `rel` and `target` are added when a link is shown, not saved. */
export const richTextAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  ...Object.fromEntries(alignableTags.map((tag) => [tag, ['class']])),
}

/**
 * The profiles of rich text: the student website also allows images, all other texts (notes, emails, rules)
 * don’t.
 */
export type RichTextProfile = 'plain' | 'website'

/**
 * Additional elements of the student website. An image is one of the school’s own uploads and always has `alt`.
 */
export const pictureAttributes = ['src', 'alt'] as const

/** Returns the allowed tags: only texts of the website have images. */
export const richTextTagsOf = (profile: RichTextProfile): readonly string[] =>
  profile === 'website' ? [...richTextTags, 'img'] : richTextTags

/** Returns whether an address is one of the school’s uploads: `/media/{name}.{ext}`. */
export const isMediaPath = (text: string): boolean => /^\/media\/[\w-]{1,120}\.\w{1,8}$/.test(text)

/** The most characters of a note in a request, including tags. */
export const richTextLimit = 200_000

/** The most characters of a text in a period’s setup in a request, including tags. */
export const longTextLimit = 2_000_000

/** The most nested levels of tags. Texts that people write don’t come close. */
export const richTextNesting = 50

/** The most tags in a text: about 200 printed pages. */
export const richTextTagLimit = 10_000

const label = String.raw`[\p{L}\p{M}\p{N}_-]+`
const name = String.raw`(?:${label}\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z0-9-]+)`
const byte = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const ipv4 = String.raw`${byte}(?:\.${byte}){3}`
const address = new RegExp(
  String.raw`^(?:https?|ftp)://(?:[^\s/?#@\\\p{C}]+@)?(${name}|${ipv4})(?::\d{2,5})?(?:/[^\s\\\p{C}]*)?$`,
  'iu',
)
const privateNetworks = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./

/**
 * Returns whether a link address is allowed: http, https or ftp, a host with a top-level domain or a public IPv4
 * address, an optional port, then nothing or a path without spaces.
 */
export const isWebAddress = (text: string): boolean => {
  const host = text.length > 2000 ? undefined : address.exec(text)?.[1]
  return host !== undefined && !privateNetworks.test(/^[\d.]+$/.test(host) ? host : '')
}

/** Returns a link’s address with its scheme: 'www.lakeside.edu' → 'https://www.lakeside.edu'. Others stay. */
export const withScheme = (address: string): string =>
  /^www\./i.test(address.trim()) ? `https://${address.trim()}` : address

/**
 * Returns the email address of a `mailto:` link; null for any other link. The link isn’t kept, because a device without
 * a mail program opens nothing; the address appears in the text.
 */
export const emailOfLink = (address: string): string | null => {
  const email = /^mailto:([^?]+)/i.exec(address.trim())?.[1]?.replaceAll('%40', '@')
  return email !== undefined && /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(email) ? email : null
}

const id = String.raw`[1-9]\d{0,14}`
const fieldMark = '#field-[a-z][a-z0-9_]{0,59}'
const mention = new RegExp(
  `^/student/(${id})/(?:overview${fieldMark}|policy-years/${id}/(?:info|insurance-details)${fieldMark}|documents#document-${id})$`,
)

/**
 * Returns the record an in-app address belongs to, if it has exactly the form of a mention: a field on one of
 * the 3 screens with fields, or a document. Null for any other address.
 */
export const mentionedStudent = (address: string): number | null => {
  const found = mention.exec(address)?.[1]
  return found === undefined ? null : Number(found)
}

/**
 * Returns whether a link in a text is allowed; `student` is the student of a note, and undefined for other
 * texts.
 */
export const isAllowedLink = (address: string, student?: number): boolean =>
  isWebAddress(address) || (student !== undefined && mentionedStudent(address) === student)

/** The screen of a student with a field: the overview, or a policy year by its period’s ID. */
type FieldScreen = 'overview' | { readonly period: number; readonly screen: 'info' | 'insurance-details' }

/** Returns the path that a mention of a field links to, such as `/student/7/overview#field-dob`. */
export const fieldMention = (student: number, on: FieldScreen, field: string): string => {
  const screen = on === 'overview' ? on : `policy-years/${on.period}/${on.screen}`
  return `/student/${student}/${screen}#field-${field}`
}

/** Returns the path that a mention of a document links to: `/student/7/documents#document-12`. */
export const documentMention = (student: number, document: number): string =>
  `/student/${student}/documents#document-${document}`

/** Returns the fragment of a mention address: `field-program`, without '#'. */
export const mentionedIn = (hash: string): { kind: 'field' | 'document'; name: string } | null => {
  const [, kind, name] = /^(field|document)-([a-z0-9_]+)$/.exec(hash) ?? []
  return (kind === 'field' || kind === 'document') && name !== undefined ? { kind, name } : null
}

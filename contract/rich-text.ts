/**
 * What rich text may hold (decisions section 7): one list with several readers. The editor builds its toolbar and its
 * extensions from it, the server cleans by it (`server/lib/sanitize.ts`), and whoever shows stored text cleans again.
 */

/** The toolbar, in its order and groups: what each control puts into the text. */
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

/** Every tag that stored rich text may hold: paragraphs and breaks, and what the toolbar makes. */
export const richTextTags = unique(['p', 'br', ...controls.flatMap(({ tags }) => tags)])

/** Classes of paragraphs and headings; there is no other class, and no style at all. */
export const richTextClasses = unique(controls.flatMap(({ classes = [] }) => classes))

/** The tags that may carry one of the classes. */
export const alignableTags = ['p', 'h2', 'h3'] as const

/** Attributes by tag; nothing else is kept. `rel` and `target` are added where a link is shown, not stored. */
export const richTextAttributes: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  ...Object.fromEntries(alignableTags.map((tag) => [tag, ['class']])),
}

/**
 * Where a text is shown decides what it may hold: the pages of the student site pictures too, all others (notes,
 * emails, rules) none.
 */
export type RichTextProfile = 'plain' | 'website'

/** What the student site's texts hold besides. A picture is one of the school's own uploads, and always carries `alt`. */
export const pictureAttributes = ['src', 'alt'] as const

/** Tags by profile. */
export const richTextTagsOf = (profile: RichTextProfile): readonly string[] =>
  profile === 'website' ? [...richTextTags, 'img'] : richTextTags

/** Whether an address is that of an upload of the school's own: `/media/{name}.{ext}`. */
export const isMediaPath = (text: string): boolean => /^\/media\/[\w-]{1,120}\.\w{1,8}$/.test(text)

/** Characters of a note (with its tags) as it is sent; longer ones are refused. */
export const richTextLimit = 200_000

/** Characters of a text of a period's set-up (with its tags) as it is sent; longer ones are refused. */
export const longTextLimit = 2_000_000

/** How deep the tags of a text may nest; no text that people write comes near. */
export const richTextNesting = 50

/** Tags that a text may open: some two hundred printed pages. */
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
 * Whether a link may lead there (behaviour 6.3): http, https or ftp, a host with a top-level domain or a public IPv4
 * address, an optional port, then nothing or a path without blanks.
 */
export const isWebAddress = (text: string): boolean => {
  const host = text.length > 2000 ? undefined : address.exec(text)?.[1]
  return host !== undefined && !privateNetworks.test(/^[\d.]+$/.test(host) ? host : '')
}

const id = String.raw`[1-9]\d{0,14}`
const fieldMark = '#field-[a-z][a-z0-9_]{0,59}'
const mention = new RegExp(
  `^/student/(${id})/(?:overview${fieldMark}|policy-years/${id}/(?:info|insurance-details)${fieldMark}|documents#document-${id})$`,
)

/**
 * Whose record an address inside the product leads into, where it has exactly the form of a mention: a field on one of
 * the three screens that show fields, or a document. Null for every other address.
 */
export const mentionedStudent = (address: string): number | null => {
  const found = mention.exec(address)?.[1]
  return found === undefined ? null : Number(found)
}

/** Whether a link in a text may lead there; `student` is whose note it is, and absent for every other text. */
export const mayLeadTo = (address: string, student?: number): boolean =>
  isWebAddress(address) || (student !== undefined && mentionedStudent(address) === student)

/** The screen of a student that shows a field: the overview, or a policy year's by its period's number. */
export type FieldScreen =
  'overview' | { readonly period: number; readonly screen: 'info' | 'insurance-details' }

/** Where a mention of a field leads. */
export const fieldMention = (student: number, on: FieldScreen, field: string): string => {
  const screen = on === 'overview' ? on : `policy-years/${on.period}/${on.screen}`
  return `/student/${student}/${screen}#field-${field}`
}

/** Where a mention of a document leads. */
export const documentMention = (student: number, document: number): string =>
  `/student/${student}/documents#document-${document}`

/** What the end of such an address names: `field-program`, without its '#'. */
export const mentionedIn = (hash: string): { kind: 'field' | 'document'; name: string } | null => {
  const [, kind, name] = /^(field|document)-([a-z0-9_]+)$/.exec(hash) ?? []
  return (kind === 'field' || kind === 'document') && name !== undefined ? { kind, name } : null
}

import { guideKeys, type GuideKey } from './guide-screens.ts'

/** A paragraph, the items of a list, or a picture of a screen; texts are Markdown. */
export type GuideBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'steps' | 'points'; readonly items: readonly string[] }
  | GuidePicture

/** A picture of a screen, with its address in each theme. */
export interface GuidePicture {
  readonly kind: 'picture'
  readonly alt: string
  readonly light: string
  readonly dark: string
}

interface GuideSection {
  /** The name in the address: '/help/appeals#decide-an-appeal'. */
  readonly id: string
  readonly title: string
  readonly blocks: readonly GuideBlock[]
}

export interface GuidePage {
  readonly key: GuideKey
  readonly title: string
  readonly summary: string
  readonly sections: readonly GuideSection[]
}

/** A section that a search found. */
interface GuideHit {
  readonly page: GuidePage
  readonly section: GuideSection
}

const files: Readonly<Record<string, string>> = import.meta.glob('../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The addresses of the pictures: they load only where a page shows them. */
const pictures: Readonly<Record<string, string>> = import.meta.glob('../../docs/screens/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
})

const pictureOf = (name: string): string => pictures[`../../docs/screens/${name}.webp`] ?? ''

const itemStart = /^(?:\d+\.|-) +/

const blockOf = (text: string): GuideBlock => {
  const [, alt, name] = /^!\[(.+)\]\(\.\.\/screens\/(.+)-light\.webp\)$/.exec(text) ?? []
  if (alt !== undefined && name !== undefined)
    return { kind: 'picture', alt, light: pictureOf(`${name}-light`), dark: pictureOf(`${name}-dark`) }
  if (!itemStart.test(text)) return { kind: 'text', text }
  const items = text.split(/\n(?=(?:\d+\.|-) )/).map((item) => item.replace(itemStart, ''))
  return { kind: text.startsWith('-') ? 'points' : 'steps', items }
}

const blocksOf = (text: string): GuideBlock[] =>
  text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .map(blockOf)

const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Reads a page: a title, a summary, and sections of paragraphs and lists. */
const readPage = (key: GuideKey, text: string): GuidePage => {
  const [start = '', ...parts] = text.split(/^## /m)
  const [title = '', ...summary] = start.replace(/^# /, '').split('\n')
  return {
    key,
    title,
    summary: summary.join('\n').trim(),
    sections: parts.map((part) => {
      const [heading = '', ...body] = part.split('\n')
      return { id: idOf(heading), title: heading, blocks: blocksOf(body.join('\n')) }
    }),
  }
}

/** The staff guide, in the order of its index. */
export const guidePages: readonly GuidePage[] = guideKeys.map((key) =>
  readPage(key, files[`../../docs/guide/${key}.md`] ?? ''),
)

/** Returns the texts of a block that a search reads. */
export const textsOf = (block: GuideBlock): readonly string[] => {
  if (block.kind === 'picture') return [block.alt]
  return block.kind === 'text' ? [block.text] : block.items
}

const textOf = ({ title, blocks }: GuideSection): string => [title, ...blocks.flatMap(textsOf)].join(' ')

/** Returns the sections that contain every word of a text, in the order of the guide. */
export const searchGuide = (text: string): readonly GuideHit[] => {
  const words = text.toLowerCase().split(/\s+/)
  return guidePages.flatMap((page) =>
    page.sections
      .filter((section) => {
        const searched = `${page.title} ${textOf(section)}`.toLowerCase()
        return words.every((word) => searched.includes(word))
      })
      .map((section) => ({ page, section })),
  )
}

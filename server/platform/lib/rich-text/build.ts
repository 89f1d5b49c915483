import {
  alignOf,
  isNumbering,
  isWordMarker,
  marksOf,
  wordLevelOf,
  type Mark,
  type FormAttributes,
} from '#contract/platform/rich-text-form.ts'
import type { Block, Container, Picture, Run, TextBlock } from './blocks.ts'
import { tidyBlocks } from './tidy.ts'
import { tokensOf, type Token } from './tokens.ts'
import { emailOfLink, isMediaPath, isAllowedLink, withScheme } from '#contract/platform/rich-text.ts'

type Open = Extract<Token, { kind: 'open' }>

/** The formats inside an element; they end with it. */
interface Frame {
  readonly tag: string
  readonly marks: ReadonlySet<Mark>
  readonly href: string | null
  /** The address of an email link. */
  readonly email: string | null
  readonly align: string | null
  /** The number of open containers, including this one. */
  readonly depth: number
  inside: number
}

const headings: ReadonlySet<string> = new Set(['h4', 'h5', 'h6'])
const inline: ReadonlySet<string> = new Set([
  'a',
  'span',
  'font',
  'strong',
  'b',
  'em',
  'i',
  'u',
  'ins',
  's',
  'strike',
  'del',
])
/** Unicode’s object replacement character. */
const pictureCharacter = '\uFFFC'
const within: ReadonlySet<string> = new Set([...inline, 'br', 'img'])
const cells: ReadonlySet<string> = new Set(['td', 'th'])

const noFrame = (): Frame => ({
  tag: '',
  marks: new Set(),
  href: null,
  email: null,
  align: null,
  depth: 1,
  inside: 1,
})

/** Returns the blocks of a text from balanced HTML of any kind. Links can lead to the record of `student`. */
export const buildRichText = (html: string, student?: number): Block[] => {
  const builder = new Builder(student)
  for (const token of tokensOf(html)) builder.take(token)
  return tidyBlocks(builder.root.children)
}

/** Reads tokens in order and builds blocks; blocks never nest where HTML doesn’t allow it. */
class Builder {
  readonly root: Container = { kind: 'container', tag: 'root', children: [] }
  private readonly containers: Container[] = [this.root]
  private readonly frames: Frame[] = []
  private text: TextBlock | null = null
  /** The marker Word writes before a list item, while it’s read. */
  private marker: { text: string; depth: number } | null = null
  private wordLevel: number | null = null
  private readonly student: number | undefined

  constructor(student: number | undefined) {
    this.student = student
  }

  take(token: Token): void {
    if (token.kind === 'text') this.addText(token.text)
    else if (token.kind === 'open') this.open(token)
    else this.close()
  }

  private get frame(): Frame {
    return this.frames.at(-1) ?? noFrame()
  }

  private get container(): Container {
    return this.containers.at(-1) ?? this.root
  }

  private open(token: Open): void {
    const { tag, attributes } = token
    const outer = this.frame
    if (!this.marker && isWordMarker(attributes)) this.marker = { text: '', depth: this.frames.length }
    const frame: Frame = {
      tag,
      marks: new Set([
        ...outer.marks,
        ...marksOf(tag, attributes),
        ...(headings.has(tag) ? (['strong'] as const) : []),
      ]),
      href: hrefOf(tag, attributes, this.student) ?? (tag === 'a' ? null : outer.href),
      email: emailOf(tag, attributes),
      align: alignOf(tag, attributes) ?? outer.align,
      depth: outer.inside,
      inside: outer.inside,
    }
    this.frames.push(frame)
    if (inline.has(tag) || this.addWithin(tag, attributes)) return
    this.endText(outer.inside)
    this.openBlock(tag, attributes)
    frame.inside = this.containers.length
  }

  /** Handles elements without content of their own. Returns whether it was one. */
  private addWithin(tag: string, attributes: Open['attributes']): boolean {
    if (tag === 'br') this.addBreak()
    else if (tag === 'img') this.addPicture(attributes)
    else if (cells.has(tag)) this.addText(' ')
    else return false
    return true
  }

  /** Closes what was opened for loose text. */
  private endText(depth: number): void {
    this.text = null
    this.containers.length = depth
  }

  private openBlock(tag: string, attributes: Open['attributes']): void {
    if (tag === 'p') this.openParagraph(wordLevelOf(attributes))
    else if (tag === 'h1' || tag === 'h2') this.openText('h2', false)
    else if (tag === 'h3') this.openText(tag, false)
    else if (tag === 'blockquote') this.push({ kind: 'container', tag: 'blockquote', children: [] })
    else if (tag === 'ul' || tag === 'ol') this.push({ kind: 'container', tag, children: [] })
    else if (tag === 'li') this.openItem()
    // all others only end the previous block; their text gets its own paragraph
  }

  private openParagraph(wordLevel: number | null): void {
    this.wordLevel = wordLevel
    if (wordLevel === null) this.openText('p', false)
  }

  private close(): void {
    const frame = this.frames.pop()
    if (!frame) return
    if (this.marker?.depth === this.frames.length) this.closeMarker(this.marker.text)
    if (frame.email !== null) this.addEmail(frame.email)
    if (within.has(frame.tag) || cells.has(frame.tag)) return
    this.wordLevel = null
    this.endText(frame.depth)
  }

  /** Adds the address of an email link after its text, unless the text has it. */
  private addEmail(email: string): void {
    const before = (this.text?.runs ?? []).map(({ text }) => text ?? '').join('')
    if (!before.includes(email)) this.addText(before.trim() === '' ? email : ` (${email})`)
  }

  private closeMarker(text: string): void {
    this.marker = null
    if (this.wordLevel !== null) this.openWordItem(this.wordLevel, isNumbering(text) ? 'ol' : 'ul')
    // the number of a heading isn't a list marker, so it stays as text
    else if (this.container.tag !== 'li') this.addText(`${text.trim()} `)
    this.wordLevel = null
  }

  /** Adds a Word list item to the list of the previous item, or to a deeper one. */
  private openWordItem(level: number, tag: 'ul' | 'ol'): void {
    let place = this.container
    for (let depth = 1; depth <= level; depth += 1) {
      const last = place.children.at(-1)
      const isDeepest = depth === level
      if (last?.kind === 'container' && (isDeepest ? last.tag === tag : isList(last))) place = last
      else place = append(place, isDeepest ? tag : 'ul')
      if (isDeepest) break
      const item = place.children.at(-1)
      place = item?.kind === 'container' ? item : append(place, 'li')
    }
    this.containers.push(append(place, 'li'))
  }

  private push(container: Container): void {
    this.intoItem()
    this.container.children.push(container)
    this.containers.push(container)
  }

  private openItem(): void {
    if (!isList(this.container)) this.openLooseList()
    this.containers.push(append(this.container, 'li'))
  }

  /** Adds an item outside a list to the previous list, or to a new one. */
  private openLooseList(): void {
    const last = this.container.children.at(-1)
    if (last?.kind === 'container' && isList(last)) this.containers.push(last)
    else this.push({ kind: 'container', tag: 'ul', children: [] })
  }

  /** Lists contain only items; other content directly in a list goes into the previous item. */
  private intoItem(): void {
    if (!isList(this.container)) return
    const last = this.container.children.at(-1)
    this.containers.push(last?.kind === 'container' ? last : append(this.container, 'li'))
  }

  private openText(tag: TextBlock['tag'], isImplicit: boolean): TextBlock {
    this.intoItem()
    const align = tag === 'li' || this.frame.align === '' ? null : this.frame.align
    const block: TextBlock = { kind: 'text', tag, align, isImplicit, runs: [] }
    this.container.children.push(block)
    this.text = block
    return block
  }

  private openImplicit(): TextBlock {
    this.intoItem()
    const isBare = this.container.tag === 'li' && this.container.children.length === 0
    return this.openText(isBare ? 'li' : 'p', true)
  }

  private addRun(text: string | null, picture: Picture | null = null): void {
    const { marks, href } = this.frame
    const isBare = text === null || picture !== null
    const run: Run = { text, marks: isBare ? new Set() : marks, href: text === null ? null : href, picture }
    ;(this.text ?? this.openImplicit()).runs.push(run)
  }

  private addText(text: string): void {
    if (this.marker) {
      this.marker.text += text
      return
    }
    const lines = this.frames.some(({ tag }) => tag === 'pre') ? text.split('\n') : [text]
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.addRun(null)
      const collapsed = line.replaceAll(/[ \t\r\n\f]+/g, ' ')
      if (this.text || collapsed.trim() !== '' || collapsed.includes('\u00A0')) this.addRun(collapsed)
    }
  }

  private addPicture(attributes: Open['attributes']): void {
    const picture = pictureOf(attributes)
    if (picture && !this.marker) this.addRun(pictureCharacter, picture)
  }

  private addBreak(): void {
    if (!this.marker) this.addRun(null)
  }
}

const isList = ({ tag }: Container): boolean => tag === 'ul' || tag === 'ol'

const append = (place: Container, tag: Container['tag']): Container => {
  const made: Container = { kind: 'container', tag, children: [] }
  place.children.push(made)
  return made
}

/** Returns the address of a link, or null if it isn’t allowed; `student` is the student of a note. */
const hrefOf = (tag: string, attributes: FormAttributes, student?: number): string | null => {
  const href = withScheme(attributes['href'] ?? '')
  return tag === 'a' && isAllowedLink(href, student) ? href : null
}

const emailOf = (tag: string, attributes: FormAttributes): string | null =>
  tag === 'a' ? emailOfLink(attributes['href'] ?? '') : null

/** Returns an image of the school’s own uploads, or null. Any other address could track readers. */
const pictureOf = (attributes: FormAttributes): Picture | null => {
  const src = attributes['src']
  if (src === undefined || !isMediaPath(src)) return null
  return { src, alt: (attributes['alt'] ?? '').replaceAll(/\s+/g, ' ').trim() }
}

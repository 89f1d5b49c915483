import type { Mark } from '#contract/rich-text-form.ts'

/** A run of text in one form; a line break is a run of its own. */
export interface Run {
  readonly text: string | null
  readonly marks: ReadonlySet<Mark>
  readonly href: string | null
  /** A picture is a run whose text is one character that stands for it. */
  readonly picture: Picture | null
}

/** An upload of the school's own, and what it shows. */
export interface Picture {
  readonly src: string
  readonly alt: string
}

/** A paragraph or heading; `li` stands for the text of a list item that is in no paragraph. */
export interface TextBlock {
  readonly kind: 'text'
  readonly tag: 'p' | 'h2' | 'h3' | 'li'
  readonly align: string | null
  /** Made for text that stood in no paragraph. */
  readonly isImplicit: boolean
  readonly runs: Run[]
}

/** A quote, a list, an item of a list. */
export interface Container {
  readonly kind: 'container'
  readonly tag: 'root' | 'blockquote' | 'ul' | 'ol' | 'li'
  readonly children: Block[]
}
export type Block = TextBlock | Container

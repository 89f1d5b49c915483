import type { Mark } from '#contract/platform/rich-text-form.ts'

/** A run of text with one format. A line break is a run of its own. */
export interface Run {
  readonly text: string | null
  readonly marks: ReadonlySet<Mark>
  readonly href: string | null
  /** An image is a run with one placeholder character. */
  readonly picture: Picture | null
}

/** An upload of the school, with its alt text. */
export interface Picture {
  readonly src: string
  readonly alt: string
}

/** A paragraph or heading; `li` is the text of a list item without a paragraph. */
export interface TextBlock {
  readonly kind: 'text'
  readonly tag: 'p' | 'h2' | 'h3' | 'li'
  readonly align: string | null
  /** Whether it was created for text outside any paragraph. */
  readonly isImplicit: boolean
  readonly runs: Run[]
}

/** A quote, a list or a list item. */
export interface Container {
  readonly kind: 'container'
  readonly tag: 'root' | 'blockquote' | 'ul' | 'ol' | 'li'
  readonly children: Block[]
}
export type Block = TextBlock | Container

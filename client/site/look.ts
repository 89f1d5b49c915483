import type { CSSProperties } from 'react'
import type { Palette, Theme } from '#contract/schools/colors.ts'
import { contrastOf, leastContrast } from '#contract/schools/contrast.ts'

/** What the pages of the site stand on, the cards upon them, and what is written on both. */
const grounds: Record<Theme, { readonly page: string; readonly card: string; readonly ink: string }> = {
  light: { page: '#ffffff', card: '#f6f8f7', ink: '#1c2622' },
  dark: { page: '#141b18', card: '#1b2420', ink: '#e8efec' },
}

/**
 * The accent as it is written on a page, for links. Schools choose it as a ground of buttons: where it would be hard to
 * read by itself, links are as dark or as light as the text, and underlined.
 */
export const linkColorOf = (theme: Theme, { accent }: Palette): string =>
  contrastOf(accent, grounds[theme].card) < leastContrast ? grounds[theme].ink : accent

/** The colors of a school in a theme, as what the style of the site is drawn with. */
export const lookOf = (theme: Theme, palette: Palette): CSSProperties =>
  Object.fromEntries([
    ['--site-ground', grounds[theme].page],
    ['--site-soft', grounds[theme].card],
    ['--site-ink', grounds[theme].ink],
    ['--site-link', linkColorOf(theme, palette)],
    ...Object.entries(palette).map(([name, color]) => [`--site-${name.replace('_', '-')}`, color]),
  ])

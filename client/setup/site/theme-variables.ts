import { themes, type Palette, type SchoolColors, type Theme } from '#contract/setup/schools/colors.ts'
import { contrastOf, leastContrast } from '#contract/setup/schools/contrast.ts'

/** The colors of the pages, the cards on them, and the text on both. */
export const backgrounds: Record<
  Theme,
  { readonly page: string; readonly card: string; readonly ink: string }
> = {
  light: { page: '#ffffff', card: '#f6f8f7', ink: '#1c2622' },
  dark: { page: '#141b18', card: '#1b2420', ink: '#e8efec' },
}

/**
 * Returns the color of links on a page. Schools choose the accent as a button color; if it would be hard to read as
 * text, links have the text color and are underlined.
 */
export const linkColorOf = (theme: Theme, { accent }: Palette): string =>
  contrastOf(accent, backgrounds[theme].card) < leastContrast ? backgrounds[theme].ink : accent

const colorsIn = (theme: Theme, palette: Palette): Readonly<Record<string, string>> => ({
  '--site-ground': backgrounds[theme].page,
  '--site-soft': backgrounds[theme].card,
  '--site-ink': backgrounds[theme].ink,
  '--site-link': linkColorOf(theme, palette),
  ...Object.fromEntries(
    Object.entries(palette).map(([name, color]) => [`--site-${name.replace('_', '-')}`, color]),
  ),
})

/** Returns the CSS variables of a school’s colors. Each follows the color scheme of the element that uses it. */
export const siteVariables = (colors: SchoolColors): Readonly<Record<`--${string}`, string>> => {
  const [light, dark] = themes.map((theme) => colorsIn(theme, colors[theme]))
  return Object.fromEntries(
    Object.entries(light ?? {}).map(([name, color]) => [
      name,
      `light-dark(${color}, ${dark?.[name] ?? color})`,
    ]),
  )
}

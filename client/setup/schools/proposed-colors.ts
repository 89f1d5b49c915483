import type { SchoolColors } from '#contract/setup/schools/colors.ts'
import { contrastOf, leastContrast, mixed, readableOn } from '#contract/setup/schools/contrast.ts'
import { backgrounds } from '#client/setup/site/theme-variables.ts'

/** The two colors that a school chooses, as `#rrggbb`. */
export interface ChosenColors {
  readonly primary: string
  readonly accent: string
}

const white = '#ffffff'
const black = '#000000'

/** Returns all colors of the student site for the two that a school chose. All text reaches 4.5 : 1. */
export const proposedColors = ({ primary, accent }: ChosenColors): SchoolColors => {
  const header = firstWith(leastContrast, white, steps(mixed(primary, backgrounds.dark.page, 0.5), black))
  const button = firstWith(leastContrast, backgrounds.dark.card, steps(accent, white))
  const darkBanner = mixed(primary, backgrounds.dark.page, 0.75)
  return {
    light: {
      primary,
      on_primary: readableOn(primary, white),
      accent,
      on_accent: readableOn(accent, white),
      banner: mixed(primary, white, 0.9),
      on_banner: readableOn(mixed(primary, white, 0.9), mixed(primary, black, 0.5)),
    },
    dark: {
      primary: header,
      on_primary: white,
      accent: button,
      on_accent: readableOn(button, mixed(accent, black, 0.7)),
      banner: darkBanner,
      on_banner: readableOn(darkBanner, mixed(primary, white, 0.9)),
    },
  }
}

/** Returns 21 colors from one to another. */
const steps = (from: string, to: string): string[] =>
  Array.from({ length: 21 }, (_, step) => mixed(from, to, step / 20))

/** Returns the first color that reaches a contrast with another; the last one always does. */
const firstWith = (ratio: number, other: string, colors: readonly string[]): string =>
  colors.find((color) => contrastOf(color, other) >= ratio) ?? other

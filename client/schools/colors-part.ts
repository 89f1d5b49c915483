import * as z from 'zod/mini'
import { schoolColors, schoolColorsChange, themes, type SchoolColors } from '#contract/schools/colors.ts'
import type { School } from '#contract/schools/shapes.ts'
import type { MergeFields } from '#client/lib/merge.ts'
import { colorNames } from '#client/common/school-words.ts'
import type { SchoolPart } from './use-school-edit.ts'

/** Every color by where it is: `light.on_primary`. */
export type ColorFacts = Readonly<Record<string, string>>

const flat = (colors: object): ColorFacts =>
  Object.fromEntries(
    Object.entries(z.parse(schoolColors, colors)).flatMap(([theme, palette]) =>
      Object.entries(palette).map(([name, color]) => [`${theme}.${name}`, color]),
    ),
  )

/** The colors as they are sent. */
export const nested = (facts: ColorFacts): SchoolColors =>
  z.parse(
    schoolColors,
    Object.fromEntries(
      themes.map((theme) => [
        theme,
        Object.fromEntries(
          Object.entries(facts).flatMap(([name, color]) =>
            name.startsWith(`${theme}.`) ? [[name.slice(theme.length + 1), color]] : [],
          ),
        ),
      ]),
    ),
  )

const fields: MergeFields<ColorFacts> = Object.fromEntries(
  Object.entries(colorNames).map(([name, label]) => [
    name,
    { label, words: (facts: ColorFacts) => facts[name] ?? '' },
  ]),
)

/** The colors of a school, as they are edited. */
export const colorsPart: SchoolPart<SchoolColors, ColorFacts> = {
  key: 'school-colors',
  what: 'the colors of this school',
  savedTitle: 'Colors saved',
  schema: schoolColorsChange,
  fields,
  valuesOf: ({ colors }) => schoolColors.safeParse(colors).data ?? null,
  factsOf: ({ colors }: School) => flat(colors),
  factsIn: (body) => flat(Object(body)),
  versionOf: ({ colors_version }) => colors_version,
}

import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { colorPairs, themes, type SchoolColors } from '#contract/setup/schools/colors.ts'
import { isColor } from './color-text.ts'
import { proposedColors, type ChosenColors } from './proposed-colors.ts'

/** The colors that are proposed: all but the two that the school chooses. */
const proposedNames = themes.flatMap((theme) =>
  colorPairs.flatMap((pair) =>
    [`${theme}.${pair}` as const, `${theme}.on_${pair}` as const].filter(
      (name) => name !== 'light.primary' && name !== 'light.accent',
    ),
  ),
)

/** Returns the two colors that a school chose; null while one is being typed. */
const chosenIn = ({ light: { primary, accent } }: SchoolColors): ChosenColors | null =>
  isColor(primary) && isColor(accent)
    ? { primary: primary.toLowerCase(), accent: accent.toLowerCase() }
    : null

/** Returns a color by its path. */
const colorIn = (colors: SchoolColors, name: (typeof proposedNames)[number]): string => {
  // the paths were built from the keys of both
  const [theme, key] = name.split('.') as ['light' | 'dark', keyof SchoolColors['light']]
  return colors[theme][key]
}

/** Lets the other colors of a school follow the two that it chooses, except those that were changed by hand. */
export const useProposedColors = (form: UseFormReturn<SchoolColors>) => {
  const followed = useRef(chosenIn(form.getValues()))
  const write = (proposed: SchoolColors, isKept: (name: (typeof proposedNames)[number]) => boolean) => {
    for (const name of proposedNames)
      if (!isKept(name))
        form.setValue(name, colorIn(proposed, name), {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        })
  }
  return {
    /** Writes the proposal after one of the two colors changed. */
    follow: () => {
      const typed = form.getValues()
      const chosen = chosenIn(typed)
      if (!chosen) return
      const former = followed.current && proposedColors(followed.current)
      followed.current = chosen
      write(proposedColors(chosen), (name) => {
        const isSaved = form.getFieldState(name).isDirty
        return isSaved && (!former || colorIn(typed, name) !== colorIn(former, name))
      })
    },
    /** Writes the whole proposal. */
    propose: () => {
      const chosen = chosenIn(form.getValues())
      if (chosen) write(proposedColors(chosen), () => false)
    },
    /** Returns whether every other color is the proposed one. */
    isProposed: (colors: SchoolColors): boolean => {
      const chosen = chosenIn(colors)
      if (!chosen) return true
      const proposed = proposedColors(chosen)
      return proposedNames.every((name) => colorIn(colors, name).toLowerCase() === colorIn(proposed, name))
    },
  }
}

import type { FileKind } from '#contract/platform/record/file-kinds.ts'

const isPicture = (name: string): boolean => /\.(png|jpe?g|jfif|webp|gif|heic|heif|tiff?)$/i.test(name)

/** Words in file names and their types. The first match counts. */
const names: readonly (readonly [RegExp, FileKind])[] = [
  [/back|rear|reverse|side ?(2|b)\b/, 'insurance_card_back'],
  [/front|side ?(1|a)\b/, 'insurance_card_front'],
  [/letter|coverage|proof|verif|confirm/, 'coverage_letter'],
]

/**
 * Proposes a file's type from its name and the files before it: images without a clear name are the front of the
 * insurance card and then its back. Users check it before anything is uploaded.
 */
export const proposeKind = (name: string, before: readonly FileKind[]): FileKind => {
  const words = name.toLowerCase().replaceAll(/[_.-]+/g, ' ')
  const named = names.find(([pattern]) => pattern.test(words))?.[1]
  if (named) return named
  if (!isPicture(name) && !/\bcard\b/.test(words)) return 'other'
  const sides = ['insurance_card_front', 'insurance_card_back'] as const
  return sides.find((side) => !before.includes(side)) ?? 'other'
}

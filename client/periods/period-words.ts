import { coverageLabels, coverages } from '#contract/coverage/choices.ts'
import type { Period } from '#contract/periods/shapes.ts'

/** 'Medical, dental, vision'; what is voluntary is said. */
export const linesInWords = (period: Period): string => {
  const offered = coverages.filter((coverage) => period[`${coverage}_offered`])
  if (offered.length === 0) return 'None'
  const words = offered.map((coverage, index) => {
    const label = index === 0 ? coverageLabels[coverage] : coverageLabels[coverage].toLowerCase()
    return coverage === 'medical' && period.medical_is_voluntary ? `${label} (voluntary)` : label
  })
  return words.join(', ')
}

import { useParams } from '@tanstack/react-router'
import { optionFields, type OptionField } from '#contract/website/dropdowns.ts'
import { fieldLabel, withinSentence } from '#client/common/field-words.ts'
import { usePeriodOptions } from '#client/common/use-period-options.ts'
import { Banner } from '#client/ui/states/banner.tsx'
import { SuggestInput, type SuggestInputProps } from '#client/ui/controls/suggest-input.tsx'

/** Whether a policy year lists values for a field. */
export const hasOptions = (field: string): field is OptionField =>
  optionFields.some((known) => known === field)

interface OptionInputProps extends Omit<SuggestInputProps, 'suggestions'> {
  field: OptionField
}

/** The values that the policy year of the list offers for a field. */
const useOffered = (field: OptionField): readonly string[] => {
  const { period } = useParams({ from: '/_signed-in/_own-school/schools/$school/period/$period' })
  return usePeriodOptions(Number(period))[field] ?? []
}

/** A line of text that suggests what the policy year of the list offers. */
export const OptionInput = ({ field, ...rest }: OptionInputProps) => (
  <SuggestInput {...rest} suggestions={useOffered(field)} />
)

/** Warns of a value that the policy year of the list doesn’t offer. */
export const UnlistedWarning = ({ field, value }: { field: OptionField; value: string }) => {
  const offered = useOffered(field)
  if (value === '' || offered.length === 0 || offered.includes(value)) return null
  return (
    <Banner tone="warning">
      “{value}” isn’t in this policy year’s list for {withinSentence(fieldLabel(field))}. Rules and reports
      treat it as a new value.
    </Banner>
  )
}

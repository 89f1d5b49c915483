import { useParams } from '@tanstack/react-router'
import { optionFields, type OptionField } from '#contract/website/dropdowns.ts'
import { usePeriodOptions } from '#client/common/use-period-options.ts'
import { SuggestInput, type SuggestInputProps } from '#client/ui/combobox.tsx'

/** Whether a policy year lists values for a field. */
export const hasOptions = (field: string): field is OptionField =>
  optionFields.some((known) => known === field)

interface OptionInputProps extends Omit<SuggestInputProps, 'suggestions'> {
  field: OptionField
}

/** A line of text that suggests what the policy year of the list offers; anything else may be typed. */
export const OptionInput = ({ field, ...rest }: OptionInputProps) => {
  const { period } = useParams({ from: '/_signed-in/_own-school/schools/$school/period/$period' })
  const options = usePeriodOptions(Number(period))
  return <SuggestInput {...rest} suggestions={options[field] ?? []} />
}

import { withinSentence } from '#contract/platform/letter-case.ts'
import { useParams } from '@tanstack/react-router'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { optionFields, type OptionField } from '#contract/setup/period-documents/dropdowns.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'
import { useLoadedOptions } from '#client/setup/website/use-period-options.ts'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { SuggestInput, type SuggestInputProps } from '#client/platform/ui/controls/suggest-input.tsx'

/** Returns whether a policy year has options for a field. */
export const hasOptions = (field: string): field is OptionField =>
  optionFields.some((known) => known === field)

interface OptionInputProps extends Omit<SuggestInputProps, 'suggestions'> {
  field: OptionField
}

/** Loads the options of the list's policy year, before someone can type into an `OptionInput`. */
export const useOptions = () => {
  const { period } = useParams({ from: '/_signed-in/_own-school/schools/$school/period/$period' })
  return useLoadedOptions(Number(period))
}

/** Loads the list's policy year options for a field. */
const useOffered = (field: OptionField) => {
  const { options, isLoading } = useOptions()
  return { offered: options[field] ?? [], isLoading }
}

/**
 * Renders a text input that suggests the policy year's options. It's read-only until they're loaded, because any text
 * counts as a value without them.
 */
export const OptionInput = ({ field, readOnly = false, ...rest }: OptionInputProps) => {
  const { offered, isLoading } = useOffered(field)
  return (
    <SuggestInput
      {...rest}
      suggestions={offered}
      isFree={fieldOf(field)?.isFreeText === true}
      readOnly={readOnly || isLoading}
    />
  )
}

/** Renders a warning if the policy year doesn’t have the value as an option. */
export const UnlistedWarning = ({ field, value }: { field: OptionField; value: string }) => {
  const { offered } = useOffered(field)
  if (fieldOf(field)?.isFreeText === true || value === '' || offered.length === 0 || offered.includes(value))
    return null
  return (
    <Banner tone="warning">
      “{value}” isn’t in this policy year’s dropdown for {withinSentence(fieldLabel(field))}. Rules and
      reports treat it as a new value.
    </Banner>
  )
}

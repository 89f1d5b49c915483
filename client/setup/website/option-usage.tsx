import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { foldText } from '#contract/platform/fold-text.ts'
import type { ContentOf } from '#contract/platform/document.ts'
import type { enrollFormDropdowns, OptionField } from '#contract/setup/period-documents/dropdowns.ts'
import type { OptionUse } from '#contract/records/options/endpoints.ts'
import { formatCount } from '#client/platform/lib/format.ts'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import type { RenameStart } from './rename-dialog.tsx'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

/** The values of a page of dropdowns and notices. */
export type DropdownsValues = ContentOf<typeof enrollFormDropdowns>

interface OptionUsageProps {
  field: OptionField
  index: number
  uses: readonly OptionUse[]
  onRename: (start: RenameStart) => void
}

/**
 * Renders how many records have an option. If an option in use is changed, offers to rename it in the records,
 * because the server would reject the change.
 */
export const OptionUsage = ({ field, index, uses, onRename }: OptionUsageProps) => {
  const name = `options.${field}.${index}` as const
  const { control, getValues, setFocus, setValue } = useFormContext<DropdownsValues>()
  const [key, value] = useWatch({ control, name: [`${name}.key`, `${name}.value`] })
  const { defaultValues } = useFormState({ control })
  const toast = useToast()
  const saved = defaultValues?.options?.[field]?.find((one) => one?.key === key)?.value ?? ''
  const held = value !== saved && value.trim() !== '' ? quantityOf(uses, field, saved) : 0
  const rename = (): void => {
    setValue(`${name}.value`, saved, { shouldDirty: true })
    // the button disappears
    setFocus(`${name}.value`)
    if (JSON.stringify(getValues()) === JSON.stringify(defaultValues))
      return onRename({ field, from: saved, to: value.trim() })
    toast.show({
      tone: 'neutral',
      title: 'Save your other changes first',
      description: `The option is back to “${saved}”. Rename it after you save.`,
    })
  }
  return (
    <div className="tabular col-span-3 min-w-0 text-label leading-6 text-ink-3 sm:col-span-2 sm:text-right sm:leading-8">
      {held > 0 ? (
        <button
          type="button"
          className="min-h-6 rounded-pill font-medium text-accent-text hover:underline"
          onClick={rename}
        >
          Rename in {formatCount(held, 'record')}…
        </button>
      ) : (
        <Truncate as="p">{usageText(quantityOf(uses, field, value))}</Truncate>
      )}
    </div>
  )
}

const usageText = (quantity: number): string =>
  quantity === 0 ? 'Not used' : formatCount(quantity, 'record')

const quantityOf = (uses: readonly OptionUse[], field: OptionField, value: string): number =>
  uses.find((use) => use.field === field && foldText(use.value) === foldText(value))?.quantity ?? 0

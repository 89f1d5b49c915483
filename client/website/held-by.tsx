import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { foldText } from '#contract/fold-text.ts'
import type { ContentOf } from '#contract/document.ts'
import type { enrollFormDropdowns, OptionField } from '#contract/website/dropdowns.ts'
import type { OptionUse } from '#contract/website/option-calls.ts'
import { formatCount } from '#client/lib/format.ts'
import { useToast } from '#client/ui/overlays/toast.tsx'
import type { RenameStart } from './rename-dialog.tsx'
import { Truncate } from '#client/ui/overlays/truncate.tsx'

/** What a page of dropdowns and notices holds. */
export type DropdownsValues = ContentOf<typeof enrollFormDropdowns>

interface HeldByProps {
  field: OptionField
  index: number
  uses: readonly OptionUse[]
  onRename: (start: RenameStart) => void
}

/**
 * How many records hold an option. One that is typed over while records hold it offers to be renamed with them: saved
 * so, it would be refused.
 */
export const HeldBy = ({ field, index, uses, onRename }: HeldByProps) => {
  const name = `options.${field}.${index}` as const
  const { control, getValues, setFocus, setValue } = useFormContext<DropdownsValues>()
  const [key, value] = useWatch({ control, name: [`${name}.key`, `${name}.value`] })
  const { defaultValues } = useFormState({ control })
  const toast = useToast()
  const saved = defaultValues?.options?.[field]?.find((one) => one?.key === key)?.value ?? ''
  const held = value !== saved && value.trim() !== '' ? quantityOf(uses, field, saved) : 0
  const rename = (): void => {
    setValue(`${name}.value`, saved, { shouldDirty: true })
    // the button goes
    setFocus(`${name}.value`)
    if (JSON.stringify(getValues()) === JSON.stringify(defaultValues))
      return onRename({ field, from: saved, to: value.trim() })
    toast.show({
      tone: 'neutral',
      title: 'Save your other changes first',
      description: `The name is “${saved}” again; rename it once they are saved.`,
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
          Rename {formatCount(held, 'record')}…
        </button>
      ) : (
        <Truncate as="p">{inWords(quantityOf(uses, field, value))}</Truncate>
      )}
    </div>
  )
}

const inWords = (quantity: number): string =>
  quantity === 0 ? 'Nobody has it' : formatCount(quantity, 'record')

const quantityOf = (uses: readonly OptionUse[], field: OptionField, value: string): number =>
  uses.find((use) => use.field === field && foldText(use.value) === foldText(value))?.quantity ?? 0

import { Languages } from 'lucide-react'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'
import { hashOf } from '#contract/platform/translation.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { asText } from '#client/platform/ui/form/use-form-field.ts'
import { Pill } from '#client/platform/ui/text/badge.tsx'

/**
 * Returns whether the English of a text changed since its Spanish was written, and what says that the Spanish is still
 * right. `path` is the field that has the hash of the English it was written for.
 */
export const useOutdated = (path: string, english: string) => {
  const { setValue } = useFormContext()
  const of: unknown = useWatch<FieldValues>({ name: path })
  const confirm = (): void => {
    if (typeof of === 'number') setValue(path, null, { shouldDirty: true })
  }
  return { isOutdated: typeof of === 'number' && of !== hashOf(english), confirm }
}

interface EnglishChangedProps {
  /** The label of the Spanish text’s field. */
  label: string
  onConfirm: (field: Element | null) => void
}

/** Says that a Spanish text may be outdated, with the button that says it isn’t. It goes away then: `onConfirm` moves the focus. */
export const EnglishChanged = ({ label, onConfirm }: EnglishChangedProps) => (
  <span className="flex min-w-0 flex-wrap items-center justify-end gap-x-2 gap-y-1">
    <Pill tone="warning" icon={Languages}>
      English changed since translation
    </Pill>
    <Button
      size="sm"
      aria-label={`Still right: ${label}`}
      onClick={({ currentTarget }) => onConfirm(currentTarget.closest('[data-field]'))}
    >
      Still right
    </Button>
  </span>
)

interface OutdatedNoteProps {
  /** The fields that have the Spanish text, the English one, and the hash of the English that the Spanish was written for. */
  spanish: string
  english: string
  original: string
  label: string
}

/** Renders the note below a Spanish text that is a field of its form. */
export const OutdatedNote = ({ spanish, english, original, label }: OutdatedNoteProps) => {
  const { setFocus } = useFormContext()
  const [inEnglish, inSpanish] = useWatch<FieldValues>({ name: [english, spanish] }).map(asText)
  const { isOutdated, confirm } = useOutdated(original, inEnglish ?? '')
  if (!isOutdated || inSpanish === '') return null
  return (
    <EnglishChanged
      label={label}
      onConfirm={() => {
        setFocus(spanish)
        confirm()
      }}
    />
  )
}

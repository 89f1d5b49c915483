import type { FieldValues } from 'react-hook-form'
import type { RecordForm } from './use-record-form.ts'

const tooLong = 'What is typed here is too long to be kept as a draft. Save it before you leave this page.'

/** Says quietly that a form shows what was typed earlier, and offers to begin anew. */
export const DraftLine = <V extends FieldValues>({ form }: { form: RecordForm<V> }) => {
  const { restored, isTooLong, discard } = form.draft
  if (isTooLong) return <output className="-mt-1 block text-label text-ink-2">{tooLong}</output>
  if (!restored) return null
  const changed = restored.changedMeanwhile.map((name) => form.labels.get(name) ?? name)
  return (
    <output className="-mt-1 block text-label text-ink-2">
      Draft restored
      {changed.length > 0 && `. Somebody changed ${changed.join(', ')} meanwhile; what you typed stands here`}
      {' · '}
      <button
        type="button"
        onClick={discard}
        className="inline-flex min-h-6 items-center text-accent-text underline-offset-2 hover:underline"
      >
        Discard
      </button>
    </output>
  )
}

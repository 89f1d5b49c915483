import { useState } from 'react'
import { day } from '#contract/fields.ts'
import { localDay } from '#client/lib/format.ts'
import { Button } from '#client/ui/controls/button.tsx'
import { DateInput } from '#client/ui/controls/date-input.tsx'
import { Field } from '#client/ui/controls/field.tsx'
import { TextInput } from '#client/ui/controls/text-input.tsx'

/** Renders the choice of a past version: a day, which means its end, or a time of that day. */
export const AsOfPicker = ({ onPick }: { onPick: (at: string) => void }) => {
  const [on, setOn] = useState('')
  const [time, setTime] = useState('')
  const [error, setError] = useState<string>()
  const show = () => {
    const problem = problemOf(on)
    setError(problem)
    // the time is in the user's time zone; the URL has the instant
    if (problem === undefined) onPick(time === '' ? on : new Date(`${on}T${time}`).toISOString())
  }
  return (
    <form
      noValidate
      aria-label="Past version"
      className="flex flex-wrap items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        show()
      }}
    >
      <Field label="Show record as of" error={error}>
        <DateInput value={on} onChange={setOn} />
      </Field>
      <Field label="Time (optional)" className="w-28">
        <TextInput type="time" value={time} onChange={(event) => setTime(event.target.value)} />
      </Field>
      <Button type="submit" className="mt-5">
        Show
      </Button>
    </form>
  )
}

const problemOf = (on: string): string | undefined => {
  if (!day.safeParse(on).success) return 'Enter a date as mm/dd/yyyy.'
  return on > localDay(new Date()) ? 'Choose today or an earlier date.' : undefined
}

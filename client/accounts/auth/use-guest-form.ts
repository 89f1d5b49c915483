import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { ApiError, type FieldMessages } from '#client/platform/lib/api-error.ts'

/** The state and props of a guest form. */
export interface GuestForm {
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
  /** The first message by field; messages of fields the form doesn't have, and of failures, in `banner`. */
  readonly errors: FieldMessages
  readonly banner: string | null
  readonly isSending: boolean
}

/**
 * Handles the small forms before sign-in: native fields, read on submit, validated by the server. Keeps the form
 * components and their libraries out of the first load. Typed text stays; the first field with an error gets the
 * focus.
 */
export const useGuestForm = (send: (values: (name: string) => string) => Promise<void>): GuestForm => {
  const ref = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldMessages>({})
  const [banner, setBanner] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  useEffect(() => fieldOf(ref.current, () => true)?.focus(), [])
  useEffect(() => fieldOf(ref.current, (field) => Object.hasOwn(errors, field.name))?.focus(), [errors])

  const submit = async (form: HTMLFormElement): Promise<void> => {
    const data = new FormData(form)
    setSending(true)
    setBanner(null)
    try {
      await send((name) => {
        const value = data.get(name)
        return typeof value === 'string' ? value : ''
      })
      setErrors({})
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const known = Object.entries(error.fieldErrors).filter(([name]) => data.has(name))
      const unknown = Object.entries(error.fieldErrors).find(([name]) => !data.has(name))
      setErrors(Object.fromEntries(known))
      setBanner(unknown?.[1] ?? (known.length === 0 ? error.message : null))
    } finally {
      setSending(false)
    }
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isSending) void submit(event.currentTarget)
  }
  return { props: { ref, noValidate: true, onSubmit }, errors, banner, isSending }
}

const fieldOf = (form: HTMLFormElement | null, wanted: (field: HTMLInputElement) => boolean) =>
  [...(form?.elements ?? [])].find(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && wanted(element),
  )

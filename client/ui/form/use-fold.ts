import { useState } from 'react'
import { get, useFormState } from 'react-hook-form'

/** A part of a form that is a line until it is opened. */
export interface Fold {
  /** Wanted, or something in it is wrong. */
  readonly isOpen: boolean
  readonly isWrong: boolean
  /** Whether its fields are there: once it was open they stay, hidden, with whatever was typed and is wrong in them. */
  readonly isMounted: boolean
}

/** Of the part under `name`: open when it is wanted, and whenever something in it is wrong. */
export const useFold = (name: string, isWanted: boolean): Fold => {
  const { errors } = useFormState({ name })
  const isWrong = get(errors, name) !== undefined
  const isOpen = isWanted || isWrong
  const [isMounted, setMounted] = useState(isOpen)
  if (isOpen && !isMounted) setMounted(true)
  return { isOpen, isWrong, isMounted: isMounted || isOpen }
}

import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Up and down lead from one of `stops`, a selector, to the next within the element that hears the key. */
export const walkStops =
  (stops: string) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const step = steps[event.key]
    if (step === undefined) return
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>(stops)]
    event.preventDefault()
    all[all.findIndex((stop) => stop === event.target) + step]?.focus()
  }

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A ref: up and down lead from one of `stops`, a selector, to the next within the element. */
export const walkStops =
  (stops: string) =>
  (element: HTMLElement | null): (() => void) => {
    if (!element) return () => undefined
    const walk = (event: KeyboardEvent): void => {
      const step = steps[event.key]
      if (step === undefined) return
      const all = [...element.querySelectorAll<HTMLElement>(stops)]
      event.preventDefault()
      all[all.findIndex((stop) => stop === event.target) + step]?.focus()
    }
    element.addEventListener('keydown', walk)
    return () => element.removeEventListener('keydown', walk)
  }

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Returns a ref callback: up and down move the focus between elements that match `stops`, a selector. */
export const focusByArrows =
  (stops: string) =>
  (element: HTMLElement | null): (() => void) => {
    if (!element) return () => undefined
    const move = (event: KeyboardEvent): void => {
      const step = steps[event.key]
      if (step === undefined) return
      const all = [...element.querySelectorAll<HTMLElement>(stops)]
      event.preventDefault()
      all[all.findIndex((stop) => stop === event.target) + step]?.focus()
    }
    element.addEventListener('keydown', move)
    return () => element.removeEventListener('keydown', move)
  }

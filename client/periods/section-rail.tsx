import { useState } from 'react'
import { cx } from '#client/ui/cx.ts'

/** A section of a long screen. */
export interface RailSection {
  readonly id: string
  readonly title: string
}

/** Renders links to the sections of a long screen; on a narrow screen it's hidden. */
export const SectionRail = ({ label, sections }: { label: string; sections: readonly RailSection[] }) => {
  const [chosen, setChosen] = useState<string | null>(null)
  const go = (id: string) => {
    setChosen(id)
    const section = document.getElementById(id)
    section?.scrollIntoView({ block: 'start' })
    section?.focus({ preventScroll: true })
  }
  return (
    <nav aria-label={label} className="hidden xl:block">
      <ol className="sticky top-16 flex flex-col gap-px p-4">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === chosen ? 'location' : undefined}
              onClick={() => go(id)}
              className={cx(
                'flex min-h-7 w-full items-center rounded-control px-2 text-left text-label hover:bg-hover hover:text-ink',
                id === chosen ? 'font-medium text-ink' : 'text-ink-2',
              )}
            >
              {title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

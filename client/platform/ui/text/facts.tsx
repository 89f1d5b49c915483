import type { ReactNode } from 'react'

/** A label and its value. */
export type Fact = readonly [label: string, value: ReactNode]

/** Renders labels with their values, in as many columns as there’s room for. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-4 gap-y-3">
    {facts.map(([label, value]) => (
      <div key={label} className="min-w-0">
        <dt className="text-label text-ink-2">{label}</dt>
        <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
      </div>
    ))}
  </dl>
)

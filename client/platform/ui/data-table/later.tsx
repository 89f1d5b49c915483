import { Suspense } from 'react'
import { later } from '../later.ts'
import type { ArrangeChoicesProps } from './arrange-choices.tsx'
import type { FilterEditorProps } from './filter-editor.tsx'
import type { SortChoicesProps } from './sort-choices.tsx'

// The contents of the table's menus aren't part of the first load.
const Editor = later(async () => (await import('./filter-editor.tsx')).FilterEditor)
const Arrange = later(async () => (await import('./arrange-choices.tsx')).ArrangeChoices)
const Sort = later(async () => (await import('./sort-choices.tsx')).SortChoices)

/** Renders `FilterEditor`; its code loads when it opens. */
export const FilterEditor = (props: FilterEditorProps) => (
  <Suspense fallback={<div className="h-48" />}>
    <Editor {...props} />
  </Suspense>
)

/** Renders `ArrangeChoices`; its code loads when it opens. */
export const ArrangeChoices = (props: ArrangeChoicesProps) => (
  <Suspense fallback={<div className="h-32" />}>
    <Arrange {...props} />
  </Suspense>
)

/** Renders `SortChoices`; its code loads when it opens. */
export const SortChoices = (props: SortChoicesProps) => (
  <Suspense fallback={<div className="h-12" />}>
    <Sort {...props} />
  </Suspense>
)

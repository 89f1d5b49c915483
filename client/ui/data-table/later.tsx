import { Suspense } from 'react'
import { later } from '../later.ts'
import type { ArrangeChoicesProps } from './arrange-choices.tsx'
import type { FilterEditorProps } from './filter-editor.tsx'

// What a menu of the table holds is not part of the first load of a list.
const Editor = later(async () => (await import('./filter-editor.tsx')).FilterEditor)
const Arrange = later(async () => (await import('./arrange-choices.tsx')).ArrangeChoices)

/** `FilterEditor`, loaded when it is wanted. */
export const FilterEditor = (props: FilterEditorProps) => (
  <Suspense fallback={<div className="h-48" />}>
    <Editor {...props} />
  </Suspense>
)

/** `ArrangeChoices`, loaded when they are wanted. */
export const ArrangeChoices = (props: ArrangeChoicesProps) => (
  <Suspense fallback={<div className="h-32" />}>
    <Arrange {...props} />
  </Suspense>
)

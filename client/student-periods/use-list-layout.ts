import { useState } from 'react'
import { useUser } from '#client/common/current-user.tsx'
import type { ColumnLayout } from '#client/ui/data-table/layout.ts'
import { usualLayout } from './columns.tsx'

/** Rows are scrolled through as one, or turned page by page. */
export type RowsMode = 'scroll' | 'pages'

/** How a person has arranged the list. */
export interface ListLayout {
  readonly layout: ColumnLayout
  readonly onLayout: (layout: ColumnLayout) => void
  readonly mode: RowsMode
  readonly onMode: (mode: RowsMode) => void
  readonly onReset: () => void
}

export const useListLayout = (): ListLayout => {
  const usual = usualLayout(useUser().permission)
  const [layout, onLayout] = useState<ColumnLayout>(usual)
  const [mode, onMode] = useState<RowsMode>('scroll')
  const onReset = () => {
    onLayout(usual)
    onMode('scroll')
  }
  return { layout, onLayout, mode, onMode, onReset }
}

import { Columns3 } from 'lucide-react'
import { Suspense } from 'react'
import { Button } from '#client/ui/button.tsx'
import { later } from '#client/ui/later.ts'
import { Popover } from '#client/ui/popover.tsx'
import { Segmented } from '#client/ui/segmented.tsx'
import { studentColumns } from './columns.tsx'
import type { ListLayout } from './use-list-layout.ts'

// Not part of the first load of the list.
const ColumnsPanel = later(async () => (await import('#client/ui/data-table/columns-panel.tsx')).ColumnsPanel)

/** Which columns are shown, how dense the rows stand, and how one gets through them. */
export const ColumnsButton = ({ arranged }: { arranged: ListLayout }) => {
  const { layout, onLayout, mode, onMode, onReset } = arranged
  return (
    <Popover label="Columns" align="end" className="w-72" trigger={<Button icon={Columns3}>Columns</Button>}>
      <Suspense fallback={<div className="h-96" />}>
        <ColumnsPanel columns={studentColumns} layout={layout} onLayout={onLayout}>
          <Segmented
            label="Density"
            options={[
              { value: 'regular', label: 'Regular' },
              { value: 'compact', label: 'Compact' },
            ]}
            value={layout.density}
            onChange={(density) => onLayout({ ...layout, density })}
          />
          <Segmented
            label="Rows"
            options={[
              { value: 'scroll', label: 'Scroll' },
              { value: 'pages', label: 'Pages' },
            ]}
            value={mode}
            onChange={onMode}
          />
          <Button variant="ghost" size="sm" onClick={onReset}>
            Back to the usual columns
          </Button>
        </ColumnsPanel>
      </Suspense>
    </Popover>
  )
}

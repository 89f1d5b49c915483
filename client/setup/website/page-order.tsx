import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { listPeriodHistory } from '#contract/setup/periods/endpoints.ts'
import { listCustomPages, orderCustomPages } from '#contract/setup/website/endpoints.ts'
import type { CustomPageHead } from '#contract/setup/website/custom-pages.ts'
import type { SetUpPlace } from '#client/setup/period-documents/document-page.tsx'
import { useSend } from '#client/platform/lib/query.ts'
import { cx } from '#client/platform/ui/styles/cx.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { targetIndex } from '#client/platform/ui/form/list-item.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { useDragOrder } from '#client/platform/ui/drag/use-drag-order.ts'
import { Truncate } from '#client/platform/ui/overlays/truncate.tsx'

const to = '/schools/$school/period/$period/website/custom-page/$order'

interface PageOrderProps {
  place: SetUpPlace
  pages: readonly CustomPageHead[]
  current: number
}

/** Renders the order of the pages, changed by dragging, buttons or arrow keys; saved at once. */
export const PageOrder = ({ place, pages, current }: PageOrderProps) => {
  const navigate = useNavigate()
  const params = { school: String(place.school), period: String(place.period) }
  const { send } = useSend(orderCustomPages, { refreshes: [listCustomPages, listPeriodHistory] })
  const move = async (from: number, target: number): Promise<void> => {
    const ids = pages.map(({ id }) => id)
    ids.splice(target, 0, ...ids.splice(from, 1))
    const sent = await send({ params: { id: place.period }, body: { ids } }).catch(() => null)
    if (!sent) return
    const order = ids.indexOf(current) + 1
    await navigate({ to, params: { ...params, order: String(order) }, replace: true })
  }
  if (pages.length < 2) return null
  return (
    <FormSection
      title="Order"
      why="The order of the pages here, saved right away. Students see the order of the menu."
    >
      <ol className="col-span-6 flex flex-col gap-1">
        {pages.map((page, index) => (
          <Place
            key={page.id}
            page={page}
            index={index}
            ids={pages.map(({ id }) => String(id))}
            onMove={(from, target) => void move(from, target)}
          >
            {page.id === current ? (
              <span aria-current="page" className="font-medium">
                {page.title}
              </span>
            ) : (
              <Link to={to} params={{ ...params, order: String(page.order) }}>
                {page.title}
              </Link>
            )}
          </Place>
        ))}
      </ol>
    </FormSection>
  )
}

interface PlaceProps {
  page: CustomPageHead
  index: number
  ids: readonly string[]
  onMove: (from: number, target: number) => void
  children: ReactNode
}

const Place = ({ page, index, ids, onMove, children }: PlaceProps) => {
  const { ref, handleRef, edge } = useDragOrder({
    kind: 'custom-pages',
    id: String(page.id),
    axis: 'y',
    onDrop: (dragged, side) => onMove(ids.indexOf(dragged), targetIndex(ids.indexOf(dragged), index, side)),
  })
  const step = (by: -1 | 1): void => {
    if (index + by >= 0 && index + by < ids.length) onMove(index, index + by)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      ref={ref}
      className={cx(
        'flex min-h-9 items-center gap-1 rounded-control px-1 shadow-line',
        edge === 'before' && 'shadow-[inset_0_2px_0_0_var(--accent)]',
        edge === 'after' && 'shadow-[inset_0_-2px_0_0_var(--accent)]',
      )}
    >
      <button
        ref={handleRef}
        type="button"
        aria-label={`Move “${page.title}”. Use the up and down arrow keys.`}
        onKeyDown={onKeyDown}
        className="grid h-8 w-6 shrink-0 cursor-grab place-items-center rounded-control text-ink-3 hover:text-ink active:cursor-grabbing"
      >
        <GripVertical size={14} aria-hidden />
      </button>
      <span className="tabular w-5 text-right text-ink-3">{index + 1}</span>
      <Truncate className="min-w-0 flex-1 px-1">{children}</Truncate>
      <PlaceButtons page={page} index={index} count={ids.length} onStep={step} />
    </li>
  )
}

interface PlaceButtonsProps {
  page: CustomPageHead
  index: number
  count: number
  onStep: (by: -1 | 1) => void
}

const PlaceButtons = ({ page, index, count, onStep }: PlaceButtonsProps) => (
  <>
    {!page.published && <span className="text-label text-ink-3">Hidden</span>}
    <IconButton
      size="sm"
      icon={ArrowUp}
      label={`Move “${page.title}” up`}
      disabled={index === 0}
      onClick={() => onStep(-1)}
    />
    <IconButton
      size="sm"
      icon={ArrowDown}
      label={`Move “${page.title}” down`}
      disabled={index === count - 1}
      onClick={() => onStep(1)}
    />
  </>
)

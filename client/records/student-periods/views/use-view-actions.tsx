import { useQueryClient } from '@tanstack/react-query'
import type { TableLayout } from '#contract/platform/table-layout.ts'
import {
  countViews,
  listViews,
  removeView,
  restoreView,
  updateView,
} from '#contract/records/views/endpoints.ts'
import type { View } from '#contract/records/views/shapes.ts'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { keyOf, useSend } from '#client/platform/lib/query.ts'
import { useDialogHost } from '#client/platform/ui/overlays/dialog-host.tsx'
import { lazyDialog } from '#client/platform/ui/states/later.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import type { ToastOptions } from '#client/platform/ui/overlays/toaster.ts'
import { useCopy } from '#client/platform/ui/overlays/use-copy.ts'
import { everyone, type ListView } from '../state/list-views.ts'
import { storedQueryOf } from '../state/list-query.ts'
import type { ListState } from '../state/use-list-state.ts'
import type { ViewDialogProps } from './view-dialog.tsx'

// Not part of the list's first load.
const ViewDialog = lazyDialog(async () => (await import('./view-dialog.tsx')).ViewDialog)

const reads = [listViews, countViews] as const

export type ViewActions = ReturnType<typeof useViewActions>

/** Returns the actions on views; each shows a message, and a deletion can be undone. */
export const useViewActions = (schoolId: number, state: ListState) => {
  const toast = useToast()
  const copy = useCopy()
  const openDialog = useDialogHost()
  const change = useChangeView()
  const remove = useRemoveView(() => state.onView(everyone))
  const openSaved = ({ id }: View) => state.onView(String(id))
  return {
    remove,
    saveAs: (layout: TableLayout) =>
      openDialog<ViewDialogProps, View>(ViewDialog, {
        props: { schoolId, what: { query: state.query, layout } },
        onClose: (closed) => {
          if (closed.type !== 'config-close') return
          openSaved(closed.data)
          toast.show({ tone: 'success', title: `View “${closed.data.name}” saved` })
        },
      }),
    rename: (view: View) =>
      openDialog<ViewDialogProps, View>(ViewDialog, { props: { schoolId, what: { rename: view } } }),
    /** Saves the current query in the view; its columns too, if it has some. */
    save: async (view: View, layout: TableLayout) => {
      const columns = state.layout === undefined && view.columns === null ? {} : { columns: layout }
      if (await change(view, { query: storedQueryOf(state.query), ...columns }, `View “${view.name}” saved`))
        openSaved(view)
    },
    share: (view: View, shared: boolean) =>
      void change(
        view,
        { shared },
        shared ? `“${view.name}” is now shared with the school` : `“${view.name}” is now private`,
      ),
    copyLink: (view: ListView) => void copy(window.location.href, linkCopied(view)),
  }
}

const linkCopied = ({ saved }: ListView): ToastOptions =>
  saved && !saved.shared
    ? {
        title: 'Link copied',
        description: 'Only you can open this view. Share it with the school so others can open the link.',
      }
    : { tone: 'success', title: 'Link copied' }

type Change = Omit<Parameters<ReturnType<typeof useSend<typeof updateView>>['send']>[0]['body'], 'version'>

/** Changes a view over the loaded version and shows a message. Returns whether it worked. */
const useChangeView = () => {
  const toast = useToast()
  const client = useQueryClient()
  const { send } = useSend(updateView, { refreshes: reads, quiet: true })
  return async (view: View, change: Change, done: string): Promise<boolean> => {
    try {
      await send({ params: { id: view.id }, body: { ...change, version: view.version } })
      await client.refetchQueries({ queryKey: keyOf(listViews) })
      toast.show({ tone: 'success', title: done })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      void client.invalidateQueries({ queryKey: keyOf(listViews) })
      toast.show({ tone: 'danger', title: 'Couldn’t change the view', description: failureText(error) })
      return false
    }
  }
}

const failureText = (error: ApiError): string =>
  error.kind === 'stale'
    ? 'Someone else changed this view. It’s been reloaded. Check it, then try again.'
    : error.message

/** Deletes a view and offers Undo. */
const useRemoveView = (onRemoved: () => void) => {
  const toast = useToast()
  const removal = useSend(removeView, { refreshes: reads })
  const restoring = useSend(restoreView, { refreshes: reads })
  const restore = async (view: View): Promise<void> => {
    await restoring.send({ params: { id: view.id } }).catch(ignoreReported)
  }
  return (view: View): void =>
    void removal
      .send({ params: { id: view.id } })
      .then(() => {
        onRemoved()
        toast.show({
          tone: 'success',
          title: `View “${view.name}” deleted`,
          action: { label: 'Undo', onAction: () => void restore(view) },
        })
      })
      .catch(ignoreReported)
}

/** A toast has reported it. */
const ignoreReported = (error: unknown): void => {
  if (!(error instanceof ApiError)) throw error
}

import { useNavigate } from '@tanstack/react-router'
import { Plus, Trash2 } from 'lucide-react'
import { getPublication, listPeriodDocuments, listPeriodHistory } from '#contract/setup/periods/endpoints.ts'
import {
  createCustomPage,
  getCustomPage,
  listCustomPages,
  removeCustomPage,
} from '#contract/setup/website/endpoints.ts'
import { pageKind, slug, type CustomPage } from '#contract/setup/website/custom-pages.ts'
import { showsDocuments, type SetUpPlace } from '#client/setup/period-documents/document-page.tsx'
import { useUndo } from '#client/platform/common/use-undo.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { IconButton } from '#client/platform/ui/controls/icon-button.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { ViewSite } from './student-site.tsx'

interface PageActionsProps {
  place: SetUpPlace
  record: CustomPage
}

/** Renders what can be done with a custom page: open it on the site, delete it, add another. */
export const PageActions = ({ place, record }: PageActionsProps) => {
  const seen = useSeenVersion(place.period, pageKind(record.id))
  return (
    <>
      <ViewSite
        periodId={place.period}
        path={`/${seen.slug ?? record.slug}`}
        hidden={
          seen.isSeen
            ? null
            : 'Students don’t see this page. Check “Show on the student site”, save it and publish it.'
        }
      />
      <DeletePage place={place} record={record} isSeen={seen.isSeen} />
      <AddPageButton place={place} />
    </>
  )
}

/** Returns whether students see a page, and its URL on the site, which can differ from what’s saved. */
const useSeenVersion = (periodId: number, kind: string) => {
  const params = { id: periodId }
  const { data } = useAsk(listPeriodDocuments, { params })
  const number = data?.find((one) => one.kind === kind)?.published?.number
  const query = { kind, number: String(number) }
  const published = useAsk(getPublication, { params, query }, { enabled: number !== undefined })
  return {
    isSeen: number !== undefined,
    slug: number === undefined ? undefined : slug.safeParse(published.data?.content['slug']).data,
  }
}

interface DeletePageProps extends PageActionsProps {
  isSeen: boolean
}

/** Deletes a page, for students at once: then it asks before, because a deletion isn’t published. */
const DeletePage = ({ place, record, isSeen }: DeletePageProps) => {
  const navigate = useNavigate()
  const confirm = useConfirm()
  const offerUndo = useUndo([listCustomPages, getCustomPage, ...showsDocuments])
  const { send, isSending } = useSend(removeCustomPage, {
    // nothing that asks for the deleted page
    refreshes: [listCustomPages, listPeriodDocuments, listPeriodHistory],
  })
  const remove = async (): Promise<void> => {
    const isSure =
      !isSeen ||
      (await confirm({
        title: `Delete “${record.title}” from the student site?`,
        message:
          'Students see this page. It’s deleted for them right away, without publishing. You can undo it.',
        acceptLabel: 'Delete from the site',
        danger: true,
      }))
    if (!isSure) return
    const params = { id: place.period, pageId: record.id }
    const sent = await send({ params }).catch(() => null)
    if (!sent) return
    offerUndo({
      changeId: sent.changeId,
      title: `“${record.title}” deleted`,
      ...(isSeen ? { description: 'It isn’t on the student site anymore.' } : {}),
    })
    await navigate({
      to: '/schools/$school/period/$period/website/custom-page/$order',
      params: { school: String(place.school), period: String(place.period), order: '1' },
    })
  }
  return (
    <IconButton
      icon={Trash2}
      label={isSeen ? 'Delete page from the student site…' : 'Delete page'}
      disabled={isSending}
      onClick={() => void remove()}
    />
  )
}

/** Adds a page at the end and opens it. */
export const AddPageButton = ({ place }: { place: SetUpPlace }) => {
  const navigate = useNavigate()
  const { send, isSending } = useSend(createCustomPage, { refreshes: [listCustomPages, ...showsDocuments] })
  const add = async (): Promise<void> => {
    const sent = await send({
      params: { id: place.period },
      body: { title: 'New page', published: true },
    }).catch(() => null)
    if (!sent) return
    await navigate({
      to: '/schools/$school/period/$period/website/custom-page/$order',
      params: {
        school: String(place.school),
        period: String(place.period),
        order: String(sent.reply.order),
      },
    })
  }
  return (
    <Button icon={Plus} busy={isSending} onClick={() => void add()}>
      Add page
    </Button>
  )
}

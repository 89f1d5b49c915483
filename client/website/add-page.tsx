import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { createCustomPage, listCustomPages } from '#contract/website/endpoints.ts'
import type { SetUpPlace } from '#client/common/set-up/document-page.tsx'
import { useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/controls/button.tsx'

/** Adds a page at the end and opens it. */
export const AddPageButton = ({ place }: { place: SetUpPlace }) => {
  const navigate = useNavigate()
  const { send, isSending } = useSend(createCustomPage, { refreshes: [listCustomPages] })
  const add = async (): Promise<void> => {
    const sent = await send({ params: { id: place.period }, body: { title: 'New page' } }).catch(() => null)
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

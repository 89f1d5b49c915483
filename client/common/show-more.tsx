import { Button } from '#client/ui/controls/button.tsx'
import type { GrowingList } from '#client/lib/growing-list.ts'

/** Below a list that is read page by page: the way to more, while there is more. */
export const ShowMore = ({
  list,
}: {
  list: Pick<GrowingList<unknown>, 'hasMore' | 'isReadingMore' | 'readMore'>
}) =>
  list.hasMore && (
    <Button size="sm" busy={list.isReadingMore} onClick={list.readMore}>
      Show more
    </Button>
  )

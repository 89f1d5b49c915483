import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PageHeader } from './page-header.tsx'

const school = 'The Consolidated Community College District of Northern Ohio'

test('a breadcrumb link that’s truncated is shown in full on hover', async () => {
  // jsdom has no layout: this text is wider than its box
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(300)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100)
  render(
    <>
      <style>{'* { text-overflow: ellipsis }'}</style>
      <PageHeader title="Setup" breadcrumb={[{ key: 'school', link: <a href="/schools/1">{school}</a> }]} />
    </>,
  )
  fireEvent.pointerOver(screen.getByRole('link', { name: school }), { pointerType: 'mouse' })
  expect((await screen.findByRole('tooltip')).textContent).toBe(school)
})

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useFocusReturn } from './use-focus-return.ts'

const closeDialog = 'close the dialog'

/** Two screens, and a dialog outside of them that closes only when the test says so. */
const Layout = () => {
  const [isOpen, setOpen] = useState(true)
  useFocusReturn()
  useEffect(() => {
    const close = () => setOpen(false)
    window.addEventListener(closeDialog, close)
    return () => window.removeEventListener(closeDialog, close)
  }, [])
  return (
    <>
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      {isOpen && (
        <div data-layer>
          <button type="button">Create</button>
        </div>
      )}
    </>
  )
}

const open = async () => {
  const root = createRootRoute({ component: Layout })
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => <Link to={'/record' as never}>Open</Link>,
  })
  const record = createRoute({
    getParentRoute: () => root,
    path: '/record',
    component: () => <h1>Lakeside Health</h1>,
  })
  const router = createRouter({
    routeTree: root.addChildren([list, record]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  // The app's own router is the registered one; this one has only the two screens.
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('link', { name: 'Open' })
  return router
}

const idOfFocused = () => document.activeElement?.id

test('a link that leads to another screen leaves the focus on that screen', async () => {
  await open()
  await userEvent.click(screen.getByRole('link', { name: 'Open' }))
  await screen.findByRole('heading', { name: 'Lakeside Health' })
  await waitFor(() => expect(idOfFocused()).toBe('content'))
})

test('a dialog that closes after its screen was left passes the focus to the new screen', async () => {
  const router = await open()
  screen.getByRole('button', { name: 'Create' }).focus()
  await act(() => router.navigate({ to: '/record' as never }))
  await screen.findByRole('heading', { name: 'Lakeside Health' })
  expect(document.activeElement?.textContent).toBe('Create')
  act(() => void window.dispatchEvent(new Event(closeDialog)))
  await waitFor(() => expect(idOfFocused()).toBe('content'))
})

/** Fields that are removed by their buttons: within a group with its own place for the focus, and within a layer. */
const Words = () => {
  const [words, setWords] = useState(['one', 'two'])
  return (
    <div data-layer>
      <button type="button">First of the layer</button>
      <div data-focus-group>
        {words.map((word) => (
          <button
            key={word}
            type="button"
            onClick={() => setWords((all) => all.filter((one) => one !== word))}
          >
            Remove {word}
          </button>
        ))}
        <input aria-label="Next word" data-focus-home />
      </div>
    </div>
  )
}

test('a removed word of a group passes the focus to the input of the group, also in an open dialog', async () => {
  const root = createRootRoute({ component: () => (useFocusReturn(), (<Words />)) })
  // As above.
  render(<RouterProvider router={createRouter({ routeTree: root }) as never} />)
  for (const word of ['one', 'two']) {
    await userEvent.click(await screen.findByRole('button', { name: `Remove ${word}` }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Next word')))
  }
})

/** A dialog over the page that removes its search, and then takes the focus itself. */
const Search = () => {
  const [isOpen, setOpen] = useState(true)
  return (
    <div data-layer>
      <fieldset aria-label="Add a filter" tabIndex={-1}>
        {isOpen && (
          <button type="button" onClick={() => setOpen(false)}>
            Choose
          </button>
        )}
        <button type="button">First of the dialog</button>
      </fieldset>
    </div>
  )
}

test('a dialog that removes the control with the focus has the time to take it itself', async () => {
  const root = createRootRoute({ component: () => (useFocusReturn(), (<Search />)) })
  // As above.
  render(<RouterProvider router={createRouter({ routeTree: root }) as never} />)
  const choose = await screen.findByRole('button', { name: 'Choose' })
  vi.useFakeTimers()
  act(() => {
    choose.focus()
    choose.click()
  })
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
  screen.getByRole('group').focus()
  vi.runAllTimers()
  expect(document.activeElement).toBe(screen.getByRole('group'))
})

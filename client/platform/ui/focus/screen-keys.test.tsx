import { fireEvent, render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { useScreenKeys } from './screen-keys.ts'

test('a key that is pressed as soon as its screen is shown acts', () => {
  const act = vi.fn<(key: string) => void>()
  const Screen = () => {
    useScreenKeys('Screen', [{ keys: ['j'], label: 'Next form', act }])
    return null
  }
  const Pressed = () => {
    useLayoutEffect(() => void fireEvent.keyDown(document.body, { key: 'j' }), [])
    return null
  }
  render(
    <>
      <Screen />
      <Pressed />
    </>,
  )
  expect(act).toHaveBeenCalledExactlyOnceWith('j')
})

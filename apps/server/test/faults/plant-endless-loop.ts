/** Loaded into a process under test: SIGUSR2 makes its event loop stand still, as a loop over a bad value would. */
process.on('SIGUSR2', function endlessLoop() {
  for (let count = 0; ; count += 1) if (count < 0) return
})

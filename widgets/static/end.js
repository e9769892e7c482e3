// The end of a game: the reckoning by source, the score over the game with its turning points, luck.

function drawEnd() {
  return [];
}

# Turns bit masks of pins into games that bowling reads: bit n-1 is set if pin n stands after the ball.
#
#     jq -c -f pin_masks.jq pin_masks.json | bowling --to sheet
#
# The pins that a ball knocked down follow from those that stand, so they need not be computed here.
def pins: . as $mask | [range(1; 11) | select(($mask / pow(2; . - 1) | floor) % 2 == 1)];

.[] | {name: .player, total, frames: [.standing[] | {leaves: map(pins)}]}
